import type { Database } from '../../../../server/database/database.ts';
import { decimal } from '../../../../shared/money.ts';
import { findApplication } from '../../../application/application.store.ts';
import {
  type ApplicationEvent,
  listApplicationEvents,
} from '../../../application/application-event.store.ts';
import { listMailsAbout, type OutgoingMail } from '../../../mail/queue/outgoing-mail.store.ts';
import { DECIMALS, type Token } from '../../rails/crypto/crypto.rules.ts';
import { correctedBy } from '../../core/booking.rules.ts';
import { type ListedMove } from '../../core/moves/move.store.ts';
import type { Rail } from '../../core/payment.rules.ts';
import { type JoinedPayment } from '../../core/payment.store.ts';
import { type PaymentEvent } from '../../core/payment-event.store.ts';
import { receiptName } from '../../core/payment-labels.rules.ts';
import { listReceiptsOf } from '../../core/receipts/receipt.store.ts';
import type { TimelineEntry } from './payment-detail.contract.ts';
import {
  listSchedulesOf,
  listUserNames,
  type RailRecords,
  readRailRecords,
} from './payment-detail.store.ts';

/** On the way out, times are still Dates; the contract writes them as text. */
type Entry = Omit<TimelineEntry, 'at'> & { at: Date };

interface Life {
  application: NonNullable<Awaited<ReturnType<typeof findApplication>>>;
  schedules: Awaited<ReturnType<typeof listSchedulesOf>>;
  payments: JoinedPayment[];
  receipts: Awaited<ReturnType<typeof listReceiptsOf>>;
  events: PaymentEvent[];
  moves: ListedMove[];
}

/** Everything that happened, oldest first. */
export async function historyOf(db: Database, life: Life): Promise<Entry[]> {
  const { application, schedules, payments, receipts, events, moves } = life;
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
    ...moves
      .filter(({ fromApplication }) => fromApplication.id !== application.id)
      .flatMap(entriesOfMove),
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
  const { movedNowCents, movedBackCents } = data;
  const movedCents = movedNowCents ?? movedBackCents;
  const cents =
    movedCents ??
    data.takenBackCents ??
    data.receivedCents ??
    data.refundedCents ??
    data.amountCents;
  const kind =
    correctedBy(event) !== undefined
      ? 'correction'
      : movedCents === undefined
        ? from === null
          ? 'attempt'
          : 'step'
        : 'move';
  return entry(at, kind, {
    ...placeOf(joined),
    from,
    to: kind === 'move' ? (movedNowCents ? 'moved' : 'returned') : to,
    amount: typeof cents === 'string' ? decimal(BigInt(cents)) : null,
    subject: typeof data.claimNumber === 'string' ? data.claimNumber : null,
    // Of a claim the reason is the row of the destination that was shown, for the audit alone.
    note: to === 'claimed' && kind === 'step' ? null : reason,
    code: typeof data.paypalCode === 'string' ? data.paypalCode : null,
    actor: actorOf(event, names),
  });
}

/** Money that came from another application, and went back there. */
function entriesOfMove({ move, fromApplication, toInstalment }: ListedMove): Entry[] {
  const facts = {
    instalment: toInstalment.number,
    amount: decimal(move.amountCents),
    subject: fromApplication.reference,
  };
  return [
    entry(move.movedAt, 'move', { ...facts, to: 'came' }),
    ...(move.undoneAt ? [entry(move.undoneAt, 'move', { ...facts, to: 'back' })] : []),
  ];
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
  const fraction = digits.slice(-DECIMALS[token]).replace(/0{1,18}$/, '');
  return `${digits.slice(0, -DECIMALS[token])}${fraction ? `.${fraction}` : ''} ${token}`;
}

function entryOfMail({ createdAt, template, state, subject, error }: OutgoingMail): Entry {
  return entry(createdAt, 'mail', { to: state, from: template, subject, note: error });
}
