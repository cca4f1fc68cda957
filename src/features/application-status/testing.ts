import { expect } from 'vitest';
import type { Visitor } from '../../server/testing.ts';
import type { Application } from '../application/application.store.ts';
import { findApplication } from '../application/application.store.ts';
import { applicationLink } from '../application/link.service.ts';
import { readFragment } from '../application/link.rules.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import {
  claim,
  confirm,
  myApplications,
  person,
  type PaymentSite,
} from '../payments/core/testing.ts';
import type { Timeline } from './status.contract.ts';

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

/** The number of an unclaimed transfer. */
export const newNumber = () => `N-${++taken}`;

/** Claims the transfer for the next instalment. */
export async function claims({ visitor, id, plan }: Applicant, data: object = {}) {
  const number = newNumber();
  const answer = await visitor.post(
    '/payment/submit',
    claim(number, { plan, data, top: { applicationId: id, applicationData: undefined } }),
  );
  expect(answer.status, answer.text).toBe(201);
  return number;
}

/** Pays so many instalments, each confirmed at once. */
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

export const timelineOf = async (visitor: Visitor, id: string) =>
  (await visitor.get(`/api/applications/${id}/story`)).body as Timeline;

/** The application's row. */
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

/** The mails to an address so far, oldest first: template and props. */
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
