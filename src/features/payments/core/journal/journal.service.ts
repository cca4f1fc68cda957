import type { Database } from '../../../../server/database/database.ts';
import type { Application } from '../../../application/application.store.ts';
import { dayOf } from '../payment.rules.ts';
import type { Payment } from '../payment.store.ts';
import type { Instalment, Schedule } from '../schedule/schedule.store.ts';
import {
  type Account,
  dayOfStep,
  kindOf,
  TREASURY,
  type Transfer,
  transfersOf,
} from './journal.rules.ts';
import {
  addToJournal,
  chargedForInstalment,
  disputedOfPayment,
  type NewRow,
  owedForInstalment,
  writtenOffForInstalment,
  findAmountOfSource,
} from './journal.store.ts';

/** Charges a submitted application for every instalment of its schedule; nothing is charged twice. */
export const postCharges = (
  tx: Database,
  { applicationId }: Pick<Schedule, 'applicationId'>,
  instalments: readonly Instalment[],
  at: Date,
): Promise<void> =>
  addToJournal(
    tx,
    instalments.map((instalment) => ({
      ...chargeOf(applicationId, instalment, at),
      kind: 'charge',
      debit: 'receivable',
      credit: 'kit_orders',
      amount: instalment.amountCents,
      source: `charge:${instalment.id}`,
    })),
  );

/** Takes back what is still owed for an instalment that was cancelled or waived. */
export async function postChargeEnd(
  tx: Database,
  { applicationId }: Pick<Schedule, 'applicationId'>,
  instalment: Instalment,
  at: Date,
): Promise<void> {
  const owed = await owedForInstalment(tx, instalment.id);
  if (owed <= 0n) return;
  const isWaived = instalment.status === 'waived';
  await addToJournal(tx, [
    {
      ...chargeOf(applicationId, instalment, at),
      kind: isWaived ? 'charge_waived' : 'charge_cancelled',
      debit: isWaived ? 'written_off' : 'kit_orders',
      credit: 'receivable',
      amount: owed,
      source: `charge-end:${instalment.id}:${at.toISOString()}`,
    },
  ]);
}

/** Charges so many cents more for an instalment, or fewer. */
export const postChargeChange = (
  tx: Database,
  { applicationId }: Pick<Schedule, 'applicationId'>,
  instalment: Instalment,
  cents: bigint,
  at: Date,
): Promise<void> =>
  addToJournal(tx, [
    {
      ...chargeOf(applicationId, instalment, at),
      ...(cents > 0n
        ? { kind: 'charge', debit: 'receivable', credit: 'kit_orders', amount: cents }
        : { kind: 'charge_cancelled', debit: 'kit_orders', credit: 'receivable', amount: -cents }),
      source: `charge-change:${instalment.id}:${at.toISOString()}`,
    },
  ]);

/** Charges again what was written off of an instalment, or cancelled of it. */
export async function postChargeAgain(
  tx: Database,
  { applicationId }: Pick<Schedule, 'applicationId'>,
  instalment: Instalment,
  at: Date,
): Promise<void> {
  const isWaived = instalment.status === 'waived';
  const amount = isWaived
    ? await writtenOffForInstalment(tx, instalment.id)
    : instalment.amountCents - (await chargedForInstalment(tx, instalment.id));
  if (amount <= 0n) return;
  await addToJournal(tx, [
    {
      ...chargeOf(applicationId, instalment, at),
      kind: 'correction',
      debit: 'receivable',
      credit: isWaived ? 'written_off' : 'kit_orders',
      amount,
      source: `charge-again:${instalment.id}:${at.toISOString()}`,
    },
  ]);
}

const chargeOf = (applicationId: string, { id }: Instalment, at: Date) => ({
  at,
  day: dayOf(at),
  asset: 'USD' as const,
  applicationId,
  instalmentId: id,
  paymentId: null,
  isTest: false,
});

/** Where money of a payment counts. */
interface Place {
  applicationId: string;
  instalmentId: string;
}

/** Moves money that a payment has brought from one instalment to another. */
export const postMove = (
  tx: Database,
  { id: paymentId, isTest }: Pick<Payment, 'id' | 'isTest'>,
  {
    from,
    to,
    amount,
    source,
    at,
  }: { from: Place; to: Place; amount: bigint; source: string; at: Date },
): Promise<void> => {
  const row = {
    at,
    day: dayOf(at),
    kind: 'moved',
    asset: 'USD',
    amount,
    paymentId,
    isTest,
  } as const;
  return addToJournal(tx, [
    { ...row, ...from, debit: 'receivable', credit: 'moved', source: `${source}:from` },
    { ...row, ...to, debit: 'moved', credit: 'receivable', source: `${source}:to` },
  ]);
};

/** A step of a payment as it was written down. */
interface WrittenStep {
  /** Id of the event. */
  eventId: number;
  before:
    | (Pick<Payment, 'status' | 'refundedCents'> & Partial<Pick<Payment, 'receivedCents'>>)
    | undefined;
  after: Pick<
    Payment,
    'id' | 'instalmentId' | 'rail' | 'status' | 'receivedCents' | 'refundedCents' | 'isTest'
  >;
  applicationId: Application['id'];
  at: Date;
  /** Data of the event: with a dispute of a part of it, `disputedCents`. */
  data: Readonly<Record<string, unknown>>;
  /** It takes a booking back. */
  isCorrection?: boolean;
}

/** Writes what a step of a payment moves, in the transaction of the step. */
export async function postStep(tx: Database, step: WrittenStep): Promise<void> {
  const { before, after } = step;
  const inDispute = before?.status === 'disputed' ? await disputedOfPayment(tx, after) : undefined;
  await addToJournal(tx, rowsOfStep(step, inDispute));
}

/** The rows of a step; none where no money moves. `inDispute`: what of it the journal had in dispute before. */
export function rowsOfStep(
  { eventId, before, after, applicationId, at, data, isCorrection = false }: WrittenStep,
  inDispute?: bigint,
): NewRow[] {
  const heldCents = (after.receivedCents ?? 0n) - (before?.refundedCents ?? 0n);
  const named = typeof data.disputedCents === 'string' ? BigInt(data.disputedCents) : heldCents;
  const step = {
    rail: after.rail,
    from: before?.status ?? null,
    to: after.status,
    receivedCents: after.receivedCents ?? before?.receivedCents ?? 0n,
    refundedBeforeCents: before?.refundedCents ?? 0n,
    refundedCents: after.refundedCents ?? 0n,
    // Before the journal, a payment was disputed whole.
    inDisputeCents: inDispute ?? (before?.status === 'disputed' ? heldCents : 0n),
    disputedCents: named,
    isCorrection,
  };
  return transfersOf(step).map((transfer, _index, all) => ({
    ...transfer,
    at,
    // A correction is of today: the month of what it takes back may be closed.
    day: isCorrection ? dayOf(at) : dayOfStep(at, data),
    kind: kindOf(step),
    source: `payment-event:${eventId}:${sideOf(transfer, all)}`,
    applicationId,
    instalmentId: after.instalmentId,
    paymentId: after.id,
    isTest: after.isTest,
  }));
}

/** The account of a row that tells it from the others of its step. */
const sideOf = (transfer: Transfer, all: readonly Transfer[]) =>
  all.find(({ debit }) => debit === transfer.debit) === transfer
    ? transfer.debit
    : `${transfer.debit}:${transfer.credit}`;

/** Money that pays nothing of ours, as it came into an account that holds it, or left it below zero. */
interface OtherMoney extends Pick<NewRow, 'at' | 'day' | 'kind' | 'source' | 'isTest'> {
  held: Account;
  /** Where it came from, or went. */
  other: Account;
  cents: bigint;
  applicationId?: string | null;
  instalmentId?: string | null;
  paymentId?: string | null;
}

/** Writes money that pays nothing of ours; nothing where no money moved. */
export const postOtherMoney = (tx: Database, moved: readonly OtherMoney[]): Promise<void> =>
  addToJournal(
    tx,
    moved
      .filter(({ cents }) => cents !== 0n)
      .map(({ held, other, cents, ...entry }) => ({
        applicationId: null,
        instalmentId: null,
        paymentId: null,
        ...entry,
        asset: 'USD' as const,
        ...(cents > 0n
          ? { debit: held, credit: other, amount: cents }
          : { debit: other, credit: held, amount: -cents }),
      })),
  );

/** Writes the coins of a transfer that paid a payment: they came into the treasury, exchanged for its dollars. */
export const postCoins = (
  tx: Database,
  coins: { token: keyof typeof TREASURY; units: bigint; transferId: string; blockAt: Date },
  payment: Pick<Payment, 'id' | 'instalmentId' | 'isTest'>,
  at: Date,
): Promise<void> =>
  addToJournal(tx, [
    {
      at,
      day: dayOf(coins.blockAt),
      kind: 'exchange',
      debit: TREASURY[coins.token],
      credit: 'exchange',
      asset: coins.token,
      amount: coins.units,
      source: `chain:${coins.transferId}`,
      applicationId: null,
      instalmentId: payment.instalmentId,
      paymentId: payment.id,
      isTest: payment.isTest,
    },
  ]);

type FeeOf = Pick<NewRow, 'at' | 'day' | 'applicationId' | 'instalmentId' | 'paymentId' | 'isTest'>;
/** PayPal's id of the capture or refund, and US cents; below zero what it gave back. */
type Fee = { transactionId: string; cents: bigint };

/** Writes what PayPal took of captures and refunds, each once. */
export const postFees = (tx: Database, fees: readonly Fee[], of: FeeOf): Promise<void> =>
  addToJournal(
    tx,
    fees.map((fee) => feeRow(feeSourceOf(fee), fee.cents, of)),
  );

/** Writes a fee as the report says it: all of it, or how it differs from what was written before. */
export async function postReportedFee(tx: Database, fee: Fee, of: FeeOf): Promise<void> {
  const written = await findAmountOfSource(tx, feeSourceOf(fee), 'paypal_fees');
  const rest = fee.cents - (written ?? 0n);
  if (rest === 0n) return;
  const source = written === undefined ? feeSourceOf(fee) : `${feeSourceOf(fee)}:report`;
  await addToJournal(tx, [feeRow(source, rest, of)]);
}

const feeSourceOf = ({ transactionId }: Fee) => `paypal-fee:${transactionId}`;

const feeRow = (source: string, cents: bigint, of: FeeOf): NewRow => ({
  ...of,
  kind: 'fee',
  asset: 'USD',
  source,
  ...(cents > 0n
    ? { debit: 'paypal_fees', credit: 'paypal', amount: cents }
    : { debit: 'paypal', credit: 'paypal_fees', amount: -cents }),
});
