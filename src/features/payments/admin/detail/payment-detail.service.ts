import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { findApplication } from '../../../application/application.store.ts';
import {
  type ApplicationEvent,
  listApplicationEvents,
} from '../../../application/application-event.store.ts';
import { listMailsAbout, type OutgoingMail } from '../../../mail/queue/outgoing-mail.store.ts';
import { DECIMALS, type Token } from '../../rails/crypto/crypto.rules.ts';
import { type Booking, correctedBy } from '../../core/booking.rules.ts';
import {
  type Correction,
  correctableBooking,
  lastCorrection,
} from '../corrections/correction.rules.ts';
import { listPaypalRefundsOf, type PaypalRefund } from '../refunds/paypal-refund.store.ts';
import { receivedCentsOf } from '../../core/instalment.rules.ts';
import type { ApplicationPaymentStatus, InstalmentStatus, Rail } from '../../core/payment.rules.ts';
import { type JoinedPayment, listPaymentsOf } from '../../core/payment.store.ts';
import { listEventsOf, type PaymentEvent } from '../../core/payment-event.store.ts';
import { receiptName } from '../../core/payment-labels.rules.ts';
import { listReceiptsOf } from '../../core/receipt.store.ts';
import type { GivenPaymentDetail, TimelineEntry } from './payment-detail.contract.ts';
import {
  listSchedulesOf,
  listUserNames,
  type RailRecords,
  readRailRecords,
} from './payment-detail.store.ts';

/** On the way out, times are still Dates; the contract writes them as text. */
type Entry = Omit<TimelineEntry, 'at'> & { at: Date };

/** Everything that is known of one application's money. Throws 404. */
export async function loadPaymentDetail(
  db: Database,
  applicationId: string,
): Promise<GivenPaymentDetail> {
  const application = await findApplication(db, applicationId);
  if (!application) throw new Fault(404, words('This application does not exist.'));
  const schedules = await listSchedulesOf(db, applicationId);
  const payments = await listPaymentsOf(db, [applicationId]);
  const receipts = await listReceiptsOf(db, applicationId);
  const receiptOf = new Map(
    receipts
      .filter(({ isVoid }) => !isVoid)
      .map(({ receipt }) => [receipt.paymentId, receiptName(receipt.number)]),
  );
  const events = await listEventsOf(
    db,
    payments.map(({ payment }) => payment.id),
  );
  const refunds = await listPaypalRefundsOf(
    db,
    payments.map(({ payment }) => payment.id),
  );
  const eventsOf = Map.groupBy(events, ({ paymentId }) => paymentId);
  const cameFor = (instalmentId: string) =>
    receivedCentsOf(payments.map((p) => p.payment).filter((p) => p.instalmentId === instalmentId));
  // The one in force, or the last one.
  const current = schedules.find(({ schedule }) => schedule.status !== 'cancelled') ?? schedules[0];
  const sum = (amounts: (bigint | null)[]) =>
    decimal(amounts.reduce<bigint>((total, one) => total + (one ?? 0n), 0n));
  return {
    application: {
      id: application.id,
      reference: application.reference,
      name: `${application.firstName} ${application.lastName}`,
      email: application.email,
      applicationStatus: application.applicationStatus,
      paymentStatus: application.paymentStatus as ApplicationPaymentStatus,
    },
    currency: current?.schedule.currency ?? 'USD',
    totals: {
      due: sum(
        (current?.instalments ?? [])
          .filter(({ status }) => !NOT_DUE.includes(status))
          .map(({ amountCents }) => amountCents),
      ),
      received: sum(payments.map(({ payment }) => payment.receivedCents)),
      refunded: sum(payments.map(({ payment }) => payment.refundedCents)),
      held: decimal(receivedCentsOf(payments.map(({ payment }) => payment))),
    },
    schedules: schedules.map(({ schedule, instalments }) => ({
      id: schedule.id,
      plan: schedule.plan,
      status: schedule.status,
      pricedAt: schedule.pricedAt,
      dues: instalments.map((due) => ({
        id: due.id,
        number: due.number,
        amount: decimal(due.amountCents),
        dueOn: due.dueOn,
        status: due.status,
        held: decimal(cameFor(due.id)),
      })),
    })),
    payments: payments.map((joined) =>
      showPayment(joined, {
        receipt: receiptOf.get(joined.payment.id),
        events: eventsOf.get(joined.payment.id) ?? [],
        refund: refunds.find(({ paymentId }) => paymentId === joined.payment.id),
      }),
    ),
    history: await historyOf(db, { application, schedules, payments, receipts, events }),
  };
}

function showPayment(
  { payment, instalment }: JoinedPayment,
  {
    receipt,
    events,
    refund,
  }: { receipt: string | undefined; events: PaymentEvent[]; refund: PaypalRefund | undefined },
) {
  const { receivedCents, refundedCents } = payment;
  return {
    id: payment.id,
    instalment: instalment.number,
    method: payment.rail,
    status: payment.status,
    flag: payment.flag,
    isTest: payment.isTest,
    amount: decimal(payment.amountCents),
    received: receivedCents === null ? null : decimal(receivedCents),
    receivedOn: payment.receivedOn,
    refunded: refundedCents === null ? null : decimal(refundedCents),
    held: decimal(receivedCentsOf([payment])),
    railReference: payment.railReference,
    number: payment.claimNumber,
    statementLine: payment.statementLine,
    reason: payment.reason,
    receipt: receipt ?? null,
    paypalRefund: refund
      ? { amount: decimal(refund.amountCents), state: refund.state, issue: refund.issue }
      : null,
    takeBack: showBooking(correctableBooking({ ...payment, events })),
    takenBack: showTakenBack(lastCorrection(events)),
    createdAt: payment.createdAt,
  };
}

/** Not owed, or owed with another instalment. */
const NOT_DUE: readonly InstalmentStatus[] = ['cancelled', 'waived', 'combined'];

const showBooking = (booking: Booking | undefined) =>
  booking ? { kind: booking.kind, amount: decimal(booking.cents) } : null;

const showTakenBack = (correction: Correction | undefined) =>
  correction
    ? {
        kind:
          'receivedCents' in correction.corrected.data
            ? ('received' as const)
            : ('refunded' as const),
        amount: decimal(BigInt(String(correction.event.data.takenBackCents))),
      }
    : null;

interface Life {
  application: NonNullable<Awaited<ReturnType<typeof findApplication>>>;
  schedules: Awaited<ReturnType<typeof listSchedulesOf>>;
  payments: JoinedPayment[];
  receipts: Awaited<ReturnType<typeof listReceiptsOf>>;
  events: PaymentEvent[];
}

/** Everything that happened, oldest first. */
async function historyOf(db: Database, life: Life): Promise<Entry[]> {
  const { application, schedules, payments, receipts, events } = life;
  const ids = payments.map(({ payment }) => payment.id);
  const references = payments.flatMap(({ payment }) => payment.railReference ?? []);
  const applicationEvents = await listApplicationEvents(db, application.id);
  const records = await readRailRecords(db, ids, references);
  const instalmentIds = schedules.flatMap(({ instalments }) => instalments.map(({ id }) => id));
  const mails = await listMailsAbout(db, application.email, [
    application.id,
    ...ids,
    ...instalmentIds,
    ...schedules.map(({ schedule }) => schedule.id),
  ]);
  const actorIds = [...events, ...applicationEvents].flatMap(({ actorId }) => actorId ?? []);
  const names = await listUserNames(db, [...new Set(actorIds)]);
  const about = new Map(payments.map((joined) => [joined.payment.id, joined]));
  const entries = [
    ...schedules.map(entryOfSchedule),
    ...applicationEvents.map((event) => entryOfApplication(event, names)),
    ...events.map((event) => entryOfStep(event, about.get(event.paymentId), names)),
    ...railEntries(records, about),
    ...receipts.map(({ receipt, payment }) =>
      entry(receipt.issuedAt, 'receipt', {
        ...placeOf(about.get(payment.id)),
        amount: receipt.facts.received,
        subject: receiptName(receipt.number),
      }),
    ),
    ...mails.map(entryOfMail),
  ];
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime());
}

const NOTHING = {
  instalment: null,
  method: null,
  from: null,
  to: null,
  amount: null,
  subject: null,
  note: null,
  code: null,
  actor: null,
} as const;

const entry = (
  at: Date,
  kind: TimelineEntry['kind'],
  facts: Partial<Omit<Entry, 'at' | 'kind'>>,
): Entry => ({ ...NOTHING, at, kind, ...facts });

/** The instalment and rail of an entry. */
const placeOf = (joined: JoinedPayment | undefined) => ({
  instalment: joined?.instalment.number ?? null,
  method: joined?.payment.rail ?? null,
});

function entryOfSchedule({ schedule }: Life['schedules'][number]): Entry {
  const { pricedAt, plan, amountCents, payments } = schedule;
  return entry(pricedAt, 'schedule', {
    to: plan,
    amount: decimal(amountCents),
    note: String(payments),
  });
}

function entryOfApplication(event: ApplicationEvent, names: Map<string, string>): Entry {
  const { at, from, to, note } = event;
  return entry(at, 'application', { from, to, note, actor: actorOf(event, names) });
}

const actorOf = (
  { actor, actorId }: Pick<PaymentEvent, 'actor' | 'actorId'>,
  names: Map<string, string>,
) => ({
  kind: actor,
  name: (actorId && names.get(actorId)) ?? null,
});

function entryOfStep(
  event: PaymentEvent,
  joined: JoinedPayment | undefined,
  names: Map<string, string>,
): Entry {
  const { at, from, to, reason, data } = event;
  const cents = data.takenBackCents ?? data.receivedCents ?? data.refundedCents ?? data.amountCents;
  const kind = correctedBy(event) !== undefined ? 'correction' : from === null ? 'attempt' : 'step';
  return entry(at, kind, {
    ...placeOf(joined),
    from,
    to,
    amount: typeof cents === 'string' ? decimal(BigInt(cents)) : null,
    subject: typeof data.claimNumber === 'string' ? data.claimNumber : null,
    // Of a claim the reason is the row of the destination that was shown, for the audit alone.
    note: to === 'claimed' && kind === 'step' ? null : reason,
    code: typeof data.paypalCode === 'string' ? data.paypalCode : null,
    actor: actorOf(event, names),
  });
}

function railEntries(
  { orders, quotes, chain, webhookEvents: notices }: RailRecords,
  about: Map<string, JoinedPayment>,
): Entry[] {
  const quoted = new Map(quotes.map(({ id, paymentId }) => [id, paymentId]));
  return [
    ...orders.map(({ createdAt, paymentId, state, amountCents, orderId, reason, paypalCode }) =>
      entry(createdAt, 'order', {
        ...placeOf(about.get(paymentId)),
        to: state,
        amount: decimal(amountCents),
        subject: orderId,
        note: reason,
        code: paypalCode,
      }),
    ),
    ...quotes.map(({ createdAt, paymentId, state, amountCents, units, token, rate }) =>
      entry(createdAt, 'quote', {
        ...placeOf(about.get(paymentId)),
        to: state,
        amount: decimal(amountCents),
        subject: tokens(units, token),
        note: `1 ${token} = $${rate}`,
      }),
    ),
    ...chain.map(({ seenAt, paymentId, quoteId, state, units, token, txHash, reviewReason }) =>
      entry(seenAt, 'chain', {
        ...placeOf(about.get(paymentId ?? quoted.get(quoteId ?? '') ?? '')),
        from: tokens(units, token),
        to: state,
        subject: txHash,
        note: reviewReason,
      }),
    ),
    ...notices.map(({ receivedAt, rail, type, eventId, outcome }) =>
      entry(receivedAt, 'notice', {
        method: rail as Rail,
        to: type,
        subject: eventId,
        note: outcome,
      }),
    ),
  ];
}

/** Whole tokens as people read them: "0.25 ETH". */
function tokens(units: bigint, token: Token): string {
  const digits = units.toString().padStart(DECIMALS[token] + 1, '0');
  const fraction = digits.slice(-DECIMALS[token]).replace(/0+$/, '');
  return `${digits.slice(0, -DECIMALS[token])}${fraction ? `.${fraction}` : ''} ${token}`;
}

function entryOfMail({ createdAt, template, state, subject, error }: OutgoingMail): Entry {
  return entry(createdAt, 'mail', { to: state, from: template, subject, note: error });
}
