import { randomUUID } from 'node:crypto';
import type { Site } from '../../server/testing.ts';
import type { ApplicationStatus } from '../application/application.rules.ts';
import { passportApplications } from '../application/application.store.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { bulkMails, mailBatches } from '../campaigns/batches/batch.store.ts';
import { messages } from '../messages/core/message.store.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import { payments } from '../payments/core/payment.store.ts';
import type { PaymentStatus, ScheduleStatus } from '../payments/core/payment.rules.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import type { TriagedKind, TriageStatus } from '../submissions/triage/triage.rules.ts';
import { TRIAGE_TABLES } from '../submissions/triage/triage.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';

type Db = Site['db'];
/** A person of the tests, found in every row that is planted of them. */
export const esi = { firstName: 'Esinam', lastName: 'Quartey', email: 'esinam@example.org' };
const fullName = `${esi.firstName} ${esi.lastName}`;
const asked = { country: 'Ghana', wantsNews: false };

/** A request of each kind, unchanged since a time. */
export async function createRequest(db: Db, kind: TriagedKind, at: Date, status?: TriageStatus) {
  const id = randomUUID();
  const base = { id, ...asked, createdAt: at };
  if (kind === 'contact')
    await db.insert(contactSubmissions).values({ ...base, ...esi, message: 'Hello' });
  if (kind === 'volunteer')
    await db.insert(volunteerSubmissions).values({
      ...base,
      ...esi,
      skills: 'Law',
      availability: 'Mornings',
      motivation: 'Because',
    });
  if (kind === 'partner')
    await db.insert(partnerSubmissions).values({
      ...base,
      organizationName: 'Looms',
      contactFirstName: esi.firstName,
      contactLastName: esi.lastName,
      contactEmail: esi.email,
      organizationType: 'NGO',
      partnershipType: 'Media',
      proposedContribution: 'Cloth',
      message: 'Hello',
    });
  const { triage, notes } = TRIAGE_TABLES[kind];
  if (status)
    await db
      .insert(triage)
      .values({ submissionId: id, status, tags: [], version: 1, changedBy: id, changedAt: at });
  await db
    .insert(notes)
    .values({ id: randomUUID(), submissionId: id, text: 'A note', authorId: id, createdAt: at });
  return id;
}

export async function createSignature(db: Db, email: string, at: Date, invalidatedAt: Date | null) {
  const id = randomUUID();
  const signature = { id, fullName, email, country: 'Ghana', wantsNews: false, signedAt: at };
  await db.insert(unityDeclarations).values({ ...signature, invalidatedAt });
  return id;
}

interface Money {
  schedule: ScheduleStatus;
  payment?: PaymentStatus;
  receivedCents?: bigint;
  refundedCents?: bigint;
}

/** An application unchanged since a time, with what was paid for it. */
export async function createApplication(
  db: Db,
  status: ApplicationStatus,
  at: Date,
  { schedule, payment, receivedCents, refundedCents }: Money,
) {
  const [id, scheduleId, instalmentId] = [randomUUID(), randomUUID(), randomUUID()];
  await db.insert(passportApplications).values({
    id,
    ...esi,
    reference: `PX-${id.slice(0, 8)}`,
    dateOfBirth: '02/29/1988',
    placeOfBirth: 'Kumasi',
    currentNationality: 'Ghana',
    telephone: '+233 24 123 4567',
    homeAddress: '12 Osu Badu Street, Accra',
    paymentPlan: 'onetime',
    paymentAmountCents: 10_000n,
    paymentMethod: 'zelle',
    paymentStatus: 'pending',
    applicationStatus: status,
    wantsNews: true,
    locale: 'en',
    createdAt: at,
    updatedAt: at,
  });
  const priced = { amountCents: 10_000n, currency: 'USD', updatedAt: at };
  await db.insert(paymentSchedules).values({
    ...priced,
    id: scheduleId,
    applicationId: id,
    plan: 'onetime',
    payments: 1,
    storedStatus: schedule === 'draft' || schedule === 'cancelled' ? schedule : 'active',
    pricedAt: at,
    createdAt: at,
  });
  await db.insert(instalments).values({
    id: instalmentId,
    scheduleId,
    number: 1,
    amountCents: 10_000n,
    dueOn: '2026-01-01',
    status: ({ completed: 'paid', past_due: 'overdue' } as const)[schedule as string] ?? 'due',
    updatedAt: at,
  });
  if (payment)
    await db.insert(payments).values({
      ...priced,
      id: randomUUID(),
      instalmentId,
      rail: 'zelle',
      status: payment,
      flag: 'none',
      numberInReview: false,
      receivedCents: receivedCents ?? null,
      refundedCents: refundedCents ?? null,
      createdAt: at,
    });
  return id;
}

export async function createReport(db: Db, at: Date, isDecided: boolean) {
  const id = randomUUID();
  await db.insert(messageReports).values({
    id,
    messageId: randomUUID(),
    reporterId: id,
    reportedId: id,
    reason: 'spam',
    note: '',
    content: 'Buy my phones',
    sentAt: at,
    createdAt: at,
    ...(isDecided ? { outcome: 'dismissed' as const, resolvedBy: id, resolvedAt: at } : {}),
  });
}

export async function createMessage(db: Db, from: string, to: string, at: Date, isRead: boolean) {
  const id = randomUUID();
  const read = isRead ? { isRead, readAt: at } : {};
  await db
    .insert(messages)
    .values({ id, senderId: from, recipientId: to, content: 'A letter', createdAt: at, ...read });
  return id;
}

export async function createMail(
  db: Db,
  at: Date,
  {
    batch = `test:${randomUUID()}`,
    address = esi.email,
    isEnded = true,
  }: { batch?: string; address?: string; isEnded?: boolean } = {},
) {
  const id = randomUUID();
  await db.insert(outgoingMails).values({
    id,
    batchId: batch,
    recipientAddress: address,
    recipientName: fullName,
    template: 'contact-reply',
    sealedProps: '',
    locale: 'en',
    kind: 'transactional',
    emailType: 'contact-reply',
    state: isEnded ? 'sent' : 'queued',
    attempts: 1,
    nextAttemptAt: isEnded ? null : at,
    messageId: `<${id}@example.org>`,
    createdAt: at,
    updatedAt: at,
  });
}

export async function createLogEntry(db: Db, at: Date, recipientEmail = esi.email) {
  await db.insert(emailLogs).values({
    id: randomUUID(),
    recipientEmail,
    subject: 'Thank you',
    emailType: 'contact-reply',
    status: 'success',
    sentAt: at,
  });
}

/** A bulk mail to some addresses, finished at a time or under way. */
export async function createBatch(db: Db, at: Date, addresses: string[], finishedAt: Date | null) {
  const batchId = randomUUID();
  await db.insert(mailBatches).values({
    id: batchId,
    subject: 'News',
    message: 'News',
    isEnqueued: true,
    enqueuedTo: addresses.at(-1) ?? null,
    state: finishedAt ? 'done' : 'paused',
    total: addresses.length,
    sent: finishedAt ? addresses.length : 0,
    createdBy: batchId,
    createdAt: at,
    finishedAt,
  });
  const mail = { batchId, locale: 'en' as const, attempts: 1 };
  const nameOf = (address: string) => (address === esi.email ? fullName : 'Somebody');
  const state = finishedAt ? ('sent' as const) : ('queued' as const);
  await db.insert(bulkMails).values(
    addresses.map((address) => ({
      name: nameOf(address),
      ...mail,
      address,
      state,
      nextAttemptAt: at,
      updatedAt: at,
    })),
  );
  return batchId;
}
