import { expect } from 'vitest';
import type { Visitor } from '../../server/testing.ts';
import type { Application } from '../application/application.store.ts';
import { findApplication } from '../application/application.store.ts';
import { applicationLink } from '../application/link.service.ts';
import { readFragment } from '../application/link.rules.ts';
import { outgoingMails } from '../email/outgoing-mail.store.ts';
import { claim, confirm, mine, person, type Shop } from '../payments/testing.ts';
import type { Story } from './tracking.contract.ts';

let taken = 0;

/** A visitor who has begun an application and not paid, with an address of their own. */
export async function beginner(shop: Shop, { plan = 'onetime', locale = 'en' } = {}) {
  const email = `applicant${++taken}@example.org`;
  const visitor = shop.visitor({ 'content-language': locale });
  const answer = await visitor.post('/api/applications', {
    applicationData: person({ email }),
    plan,
  });
  expect(answer.status, answer.text).toBe(201);
  return { visitor, email, plan, ...(answer.body as { id: string; reference: string }) };
}
export type Applicant = Awaited<ReturnType<typeof beginner>>;

/** The number of a transfer that nobody has claimed. */
export const newNumber = () => `N-${++taken}`;

/** Says that the next due was paid. */
export async function claims({ visitor, id, plan }: Applicant, data: object = {}) {
  const number = newNumber();
  const answer = await visitor.post(
    '/payment/submit',
    claim(number, { plan, data, top: { applicationId: id, applicationData: undefined } }),
  );
  expect(answer.status, answer.text).toBe(201);
  return number;
}

/** Pays so many dues, each found on the account at once. */
export async function pays(shop: Shop, applicant: Applicant, count = 1) {
  await shop.login();
  for (let paid = 0; paid < count; paid++) {
    const [one] = await mine(applicant.visitor);
    const number = await claims(applicant);
    const answer = await confirm(shop, number, one?.paymentAmount ?? '');
    expect(answer.status, answer.text).toBe(200);
  }
}

/** A payer of a plan with so many payments made. */
export async function planPayer(shop: Shop, paid = 1) {
  const applicant = await beginner(shop, { plan: 'installment' });
  await pays(shop, applicant, paid);
  return applicant;
}

export const storyOf = async (visitor: Visitor, id: string) =>
  (await visitor.get(`/api/applications/${id}/story`)).body as Story;

/** The application's row as it stands. */
export async function rowOf(shop: Shop, id: string): Promise<Application> {
  const row = await findApplication(shop.db, id);
  if (!row) throw new Error('The application is gone.');
  return row;
}

/** The key of a link as a mail carries it, made now. */
export async function keyOf(shop: Shop, id: string, options: { livesMs?: number } = {}) {
  const link = applicationLink(shop.house, await rowOf(shop, id), options);
  return readFragment(new URL(link).hash)?.key ?? '';
}

/** The mails to an address so far, oldest first, as what they are told. */
export async function mailsTo(shop: Shop, address: string) {
  const rows = await shop.db.select().from(outgoingMails).orderBy(outgoingMails.createdAt);
  return rows
    .filter(({ recipientAddress }) => recipientAddress === address)
    .map(({ id, template, locale, state, sealedProps }) => ({
      template,
      locale,
      state,
      props: sealedProps
        ? (JSON.parse(shop.house.secrets.unseal('mail-props', id, sealedProps)) as Record<
            string,
            unknown
          >)
        : {},
    }));
}

export const templatesTo = async (shop: Shop, address: string) =>
  (await mailsTo(shop, address)).map(({ template }) => template);
