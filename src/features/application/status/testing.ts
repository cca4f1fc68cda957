import { expect } from 'vitest';
import type { Visitor } from '../../../server/testing.ts';
import type { Application } from '../application.store.ts';
import { findApplication } from '../application.store.ts';
import { applicationLink } from '../link.service.ts';
import { readFragment } from '../link.rules.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import {
  claim,
  confirm,
  myApplications,
  person,
  type PaymentSite,
} from '../../payments/core/testing.ts';
import type { Story } from './tracking.contract.ts';

let taken = 0;

/** A visitor who has begun an application and not paid, with an address of their own. */
export async function beginner(site: PaymentSite, { plan = 'onetime', locale = 'en' } = {}) {
  const email = `applicant${++taken}@example.org`;
  const visitor = site.visitor({ 'content-language': locale });
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
export async function pays(site: PaymentSite, applicant: Applicant, count = 1) {
  await site.login();
  for (let paid = 0; paid < count; paid++) {
    const [one] = await myApplications(applicant.visitor);
    const number = await claims(applicant);
    const answer = await confirm(site, number, one?.paymentAmount ?? '');
    expect(answer.status, answer.text).toBe(200);
  }
}

/** A payer of a plan with so many payments made. */
export async function planPayer(site: PaymentSite, paid = 1) {
  const applicant = await beginner(site, { plan: 'installment' });
  await pays(site, applicant, paid);
  return applicant;
}

export const storyOf = async (visitor: Visitor, id: string) =>
  (await visitor.get(`/api/applications/${id}/story`)).body as Story;

/** The application's row as it stands. */
export async function rowOf(site: PaymentSite, id: string): Promise<Application> {
  const row = await findApplication(site.db, id);
  if (!row) throw new Error('The application is gone.');
  return row;
}

/** The key of a link as a mail carries it, made now. */
export async function keyOf(site: PaymentSite, id: string, options: { livesMs?: number } = {}) {
  const link = applicationLink(site.context, await rowOf(site, id), options);
  return readFragment(new URL(link).hash)?.key ?? '';
}

/** The mails to an address so far, oldest first, as what they are told. */
export async function mailsTo(site: PaymentSite, address: string) {
  const rows = await site.db.select().from(outgoingMails).orderBy(outgoingMails.createdAt);
  return rows
    .filter(({ recipientAddress }) => recipientAddress === address)
    .map(({ id, template, locale, state, sealedProps }) => ({
      template,
      locale,
      state,
      props: sealedProps
        ? (JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as Record<
            string,
            unknown
          >)
        : {},
    }));
}

export const templatesTo = async (site: PaymentSite, address: string) =>
  (await mailsTo(site, address)).map(({ template }) => template);
