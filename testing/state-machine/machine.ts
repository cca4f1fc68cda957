import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import {
  addApplication,
  lockApplication,
} from '../../src/features/application/application.store.ts';
import { paypalOrders } from '../../src/features/payments/rails/card/paypal-order.store.ts';
import { onChainTransfers } from '../../src/features/payments/rails/crypto/settlement/on-chain-transfer.store.ts';
import { cryptoQuotes } from '../../src/features/payments/rails/crypto/quotes/quote.store.ts';
import {
  failedChecks,
  checkLedger,
} from '../../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { postCoins } from '../../src/features/payments/core/journal/journal.service.ts';
import {
  enterMove,
  enterUndoMove,
  takeBack,
  undoCorrection,
} from '../../src/features/payments/admin/corrections/correction.service.ts';
import { leftOf, ownCentsOf } from '../../src/features/payments/core/instalment.rules.ts';
import { listMovesOfPayment } from '../../src/features/payments/core/moves/move.store.ts';
import {
  type TransferRail,
  TRANSFER_RAILS,
} from '../../src/features/payments/rails/transfer/transfer.rules.ts';
import { claimPayment } from '../../src/features/payments/rails/transfer/claim.service.ts';
import {
  dayOf,
  FLAGS,
  INSTALMENT_STEPS,
  type InstalmentStatus,
  OPEN,
  PAYABLE,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  paymentStatusOf,
  type Rail,
  RAILS,
  RECEIVED,
  UNDER_WAY,
} from '../../src/features/payments/core/payment.rules.ts';
import {
  advanceInstalmentsOf,
  openAttempt,
  changePaymentStatus,
} from '../../src/features/payments/core/payment.service.ts';
import {
  findPayment,
  type Payment,
  payments,
} from '../../src/features/payments/core/payment.store.ts';
import { listPaymentEvents } from '../../src/features/payments/core/payment-event.store.ts';
import type { ConfigType } from '../../src/features/payments/pricing/payment-config.rules.ts';
import {
  addPaymentConfig,
  findActiveConfig,
} from '../../src/features/payments/pricing/payment-config.store.ts';
import {
  addDraftSchedule,
  type Instalment,
  type Schedule,
  scheduleStatus,
} from '../../src/features/payments/core/schedule/schedule.store.ts';
import { renewTerms } from '../../src/features/payments/core/schedule/terms.service.ts';
import { breaksUnique, type Database, inTransaction } from '../../src/server/database/database.ts';
import { Fault } from '../../src/shared/fault.ts';
import { decimal } from '../../src/shared/money.ts';
import { KIT_RELEASES, type KitRelease, type Plan, PLANS } from '../../src/shared/plan.ts';
import { days } from '../../src/shared/time.ts';

/** One thing that may happen to an application's payments, in whatever order. */
type Operation =
  | { do: 'open'; instalment: number; rail: Rail }
  /** `legal` picks among the steps of the table, else any status at all. */
  | {
      do: 'step';
      payment: number;
      legal: boolean;
      pick: number;
      receivedCents: bigint;
      /** Of a refund, beside what went back before. */
      refundedCents: bigint;
    }
  /** `number` picks our memo, with a suffix or without, or a number of the payer's bank. */
  | { do: 'claim'; rail: TransferRail; number: number; instalment: number | undefined; plan: Plan }
  /** Takes the last booking back, or records it again. */
  | { do: 'correct'; payment: number; again: boolean }
  /** Lets money of a payment count for the next instalments, or for its own again. */
  | { do: 'move'; payment: number; cents: bigint; from: number; back: boolean }
  /** Closes the month that is `months` before the one that runs. */
  | { do: 'close'; months: number }
  | { do: 'wait'; days: number };

interface Start {
  instalments: number;
  priceCents: bigint;
  kitRelease: KitRelease;
}

const start: fc.Arbitrary<Start> = fc.record({
  instalments: fc.integer({ min: 1, max: 3 }),
  priceCents: fc.bigInt({ min: 1n, max: 20n }),
  kitRelease: fc.constantFrom(...KIT_RELEASES),
});
/** The tables name the way to success first: without a leaning towards it hardly a sequence would be paid. */
const mostlyFirst = (max: number) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(max) });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      instalment: fc.nat(2),
      rail: fc.constantFrom(...RAILS),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      /** Counted from the newest. */
      payment: mostlyFirst(5),
      legal: fc.nat(9).map((n) => n > 0),
      pick: mostlyFirst(100),
      receivedCents: fc.bigInt({ min: 1n, max: 25n }),
      refundedCents: fc.bigInt({ min: 0n, max: 12n }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      rail: fc.constantFrom(...TRANSFER_RAILS),
      number: mostlyFirst(5),
      instalment: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 1, nil: undefined }),
      plan: fc.constantFrom(...PLANS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      payment: mostlyFirst(5),
      again: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      payment: mostlyFirst(5),
      cents: fc.bigInt({ min: 1n, max: 15n }),
      from: fc.integer({ min: 1, max: 3 }),
      back: fc.nat(3).map((n) => n === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('close' as const), months: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

const ADMIN = '00000000-0000-4000-8000-00000000ad00';

/** All that the database says of one application's money. */
interface Ledger {
  view: string;
  applicationStatus: string;
  /** Unix time in milliseconds. */
  kitReleasedAt: number | null;
  schedule: Pick<Schedule, 'id' | 'status' | 'kitRelease'>;
  instalments: Pick<Instalment, 'id' | 'status' | 'amountCents' | 'creditedCents'>[];
  payments: Entry[];
  /** What the journal says is owed, by instalment. */
  owed: Record<string, bigint>;
  /** Every row with all that is in it. */
  whole: unknown;
}
type Entry = Pick<
  Payment,
  | 'id'
  | 'instalmentId'
  | 'rail'
  | 'status'
  | 'flag'
  | 'claimNumber'
  | 'receivedCents'
  | 'refundedCents'
  | 'movedCents'
>;

export interface Tally {
  sequences: number;
  operations: number;
  refused: number;
  /** Claims that were answered as made before. */
  repeated: number;
  /** Plans and prices that were exchanged after a claim that came to nothing. */
  renewed: number;
  completed: number;
  /** Times that money went back, in part or in whole. */
  refunded: number;
  /** Bookings that were taken back. */
  corrected: number;
  /** Times that money was moved to another instalment or back. */
  moved: number;
}

/**
 * Plays random sequences against the real service and stores and throws, with the shortest sequence found,
 * when an invariant of payments.md §1 breaks. Each sequence has a seed of its own, so that parts of a long run add up and
 * one sequence can be repeated alone.
 */
export async function playSequences(
  db: Database,
  options: {
    runs: number;
    /** Of the first sequence; the next ones have the numbers after it. */
    seed?: number;
    shortest?: number;
    longest?: number;
    /** False: nothing is taken back, as before there were corrections. */
    corrections?: boolean;
    /** Milliseconds after which a failing sequence is named as short as it is by then. */
    limitMs?: number;
  },
): Promise<Tally> {
  const tally = noTally();
  await openRails(db);
  const isPlayed = ({ do: kind }: Operation) =>
    options.corrections !== false || (kind !== 'correct' && kind !== 'move');
  const sequence = fc.array(operation, {
    minLength: options.shortest ?? 1,
    maxLength: options.longest ?? 20,
    size: 'max',
  });
  const property = fc.asyncProperty(start, sequence, (given, operations) =>
    playOne(db, given, operations.filter(isPlayed), tally),
  );
  const first = options.seed ?? Date.now() % 2 ** 31;
  const endsAt = performance.now() + (options.limitMs ?? 0);
  for (let seed = first; seed < first + options.runs; seed++) {
    await fc
      .assert(property, {
        numRuns: 1,
        // Neighbouring seeds of the generator begin alike.
        seed: Math.imul(seed, 0x9e3779b1),
        // A failing sequence is shortened for minutes; without a limit the caller's own one ends it with no word of why.
        ...(options.limitMs === undefined
          ? {}
          : {
              interruptAfterTimeLimit: Math.max(1, endsAt - performance.now()),
              markInterruptAsFailure: true,
            }),
      })
      .catch((cause: unknown) => {
        throw new Error(`The sequence of seed ${seed} fails: ${textOf(cause)}`, { cause });
      });
  }
  const broken = failedChecks(await checkLedger(db));
  if (broken.length > 0) throw new Error(`Broken after the seeds from ${first}: ${inText(broken)}`);
  for (const index of ONE_OF_AN_INSTALMENT) await requireRefusal(db, index);
  return tally;
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const noTally = (): Tally => ({
  sequences: 0,
  operations: 0,
  refused: 0,
  repeated: 0,
  renewed: 0,
  completed: 0,
  refunded: 0,
  corrected: 0,
  moved: 0,
});

const ONE_OF_AN_INSTALMENT = ['payments_one_open', 'payments_one_succeeded'] as const;

/** What the service checks, the database refuses by itself: two transactions at once would both pass the check. */
async function requireRefusal(
  db: Database,
  index: (typeof ONE_OF_AN_INSTALMENT)[number],
): Promise<void> {
  const which =
    index === 'payments_one_open'
      ? inArray(payments.status, [...OPEN])
      : and(eq(payments.status, 'succeeded'), ne(payments.flag, 'under'));
  const [one] = await db.select().from(payments).where(which).limit(1);
  if (!one) return;
  const unnumbered = { railReference: null, claimNumber: null, statementLine: null };
  const second = { ...one, ...unnumbered, id: randomUUID() };
  try {
    await inTransaction(db, async (tx) => {
      await tx.insert(payments).values(second);
      throw new Error(`The database takes a second payment: ${index}`);
    });
  } catch (error) {
    if (!breaksUnique(error, index)) throw error;
  }
}

async function playOne(
  db: Database,
  given: Start,
  operations: Operation[],
  tally: Tally,
): Promise<void> {
  let now = new Date('2026-01-31T10:00:00Z');
  const applicationId = await begin(db, given, now);
  let before = await readLedger(db, applicationId);
  let receivedCents = 0n;
  let releasedAt: number | null = null;
  let isTouched = false;
  tally.sequences++;
  for (const next of operations) {
    tally.operations++;
    if (next.do === 'wait') now = new Date(now.getTime() + days(next.days));
    const arrived = await act(db, applicationId, before, next, now);
    const after = await readLedger(db, applicationId);
    if (typeof arrived === 'string') {
      tally[arrived]++;
      same(after, before, 'an operation that is refused or was done before changes nothing');
    } else receivedCents += arrived;
    if (after.schedule.id !== before.schedule.id) tally.renewed++;
    if (givenBack(after) > givenBack(before)) tally.refunded++;
    if (!isReleased(after)) releasedAt = null;
    else releasedAt ??= now.getTime();
    same(after.kitReleasedAt, releasedAt, 'a kit may leave since the payment that releases it');
    isTouched ||= after.payments.some(touches);
    checkConsistency(after, receivedCents);
    // It stays submitted when a booking on an attempt that had ended is taken back.
    same(
      after.applicationStatus === 'submitted',
      isTouched,
      'an application is submitted by its first payment and not before',
    );
    checkJournal(after);
    if (typeof arrived !== 'string' && next.do === 'move') tally.moved++;
    if (next.do === 'correct' && typeof arrived !== 'string') tally.corrected++;
    else if (next.do !== 'move') checkForward(before, after);
    before = after;
  }
  for (const payment of before.payments) await checkReplay(db, payment);
  if (before.schedule.status === 'completed') tally.completed++;
}

async function begin(
  db: Database,
  { instalments, priceCents, kitRelease }: Start,
  at: Date,
): Promise<string> {
  const id = randomUUID();
  const person = {
    firstName: 'A',
    lastName: 'B',
    dateOfBirth: '',
    placeOfBirth: '',
    currentNationality: '',
    telephone: '',
    email: '',
    homeAddress: '',
  };
  const scheduleId = randomUUID();
  const none = {
    paypalOrderId: null,
    noticeVersion: null,
    noticeAcknowledgedAt: null,
    submittedAt: null,
    kitReleasedAt: null,
  };
  const plan = instalments === 1 ? ('onetime' as const) : ('installment' as const);
  await inTransaction(db, async (tx) => {
    await addApplication(tx, {
      ...person,
      ...none,
      id,
      paymentPlan: plan,
      paymentAmountCents: priceCents,
      paymentMethod: 'paypal',
      paymentStatus: 'pending',
      applicationStatus: 'draft',
      wantsNews: false,
      locale: 'en',
      createdAt: at,
      updatedAt: at,
    });
    const schedule = {
      id: scheduleId,
      applicationId: id,
      plan,
      amountCents: priceCents,
      currency: 'USD',
      payments: instalments,
      kitRelease,
      endedBy: null,
      pricedAt: at,
      createdAt: at,
      updatedAt: at,
    };
    const plannedInstalments = Array.from(
      { length: instalments },
      (_, n): Instalment => ({
        id: randomUUID(),
        scheduleId,
        number: n + 1,
        amountCents: priceCents,
        creditedCents: 0n,
        dueOn: '2026-01-31',
        chargeOn: null,
        status: n === 0 ? 'due' : 'scheduled',
        updatedAt: at,
      }),
    );
    await addDraftSchedule(tx, schedule, plannedInstalments);
  });
  return id;
}

/** Where transfers go, and prices so small that a sequence can pay them. */
async function openRails(db: Database): Promise<void> {
  const configs: [ConfigType, Record<string, unknown>][] = [
    ['zelle', { email: 'pay@example.org', phone: '' }],
    ['bank', { bankName: 'B', accountName: 'A', accountNumber: '1', routingNumber: '021000021' }],
    ['pricing', { onetime: { amount: '0.10' }, installment: { amount: '0.05', totalPayments: 3 } }],
  ];
  const at = new Date('2026-01-01T00:00:00Z');
  for (const [configType, configData] of configs) {
    if (await findActiveConfig(db, configType)) continue;
    await addPaymentConfig(db, {
      id: randomUUID(),
      configType,
      configData,
      isActive: true,
      updatedBy: randomUUID(),
      createdAt: at,
      updatedAt: at,
    });
  }
}

/** Does it in a transaction of its own; answers the cents that arrived by it, or why it changed nothing. */
async function act(
  db: Database,
  applicationId: string,
  ledger: Ledger,
  next: Operation,
  at: Date,
): Promise<bigint | 'refused' | 'repeated'> {
  try {
    return await inTransaction(db, async (tx) => {
      if (next.do === 'wait') {
        await advanceInstalmentsOf(tx, applicationId, at);
        return 0n;
      }
      if (next.do === 'close') {
        const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - next.months, 1));
        await tx.execute(sql`insert into closed_periods values (${dayOf(month)}, ${at}, gen_random_uuid())
          on conflict do nothing`);
        return 0n;
      }
      if (next.do === 'claim') return claimAs(tx, applicationId, ledger, next, at);
      if (next.do === 'open') {
        const instalment = ledger.instalments[
          next.instalment % ledger.instalments.length
        ] as Instalment;
        await openAttempt(tx, {
          instalmentId: instalment.id,
          rail: next.rail,
          actor: { kind: 'payer' },
          at,
          isTest: true,
        });
        return 0n;
      }
      const payment = ledger.payments.at(-1 - (next.payment % Math.max(1, ledger.payments.length)));
      if (!payment) return 0n;
      if (next.do === 'correct') return correct(tx, payment, next.again, at);
      if (next.do === 'move') return move(tx, payment, next, at);
      const legal: readonly PaymentStatus[] = PAYMENT_TRANSITIONS[payment.status];
      const choice = next.legal && legal.length > 0 ? legal : PAYMENT_STATUSES;
      const to = choice[next.pick % choice.length] as PaymentStatus;
      const isSettlement = payment.status === 'processing' && to === 'succeeded';
      const isPart = to === 'partially_refunded';
      await changePaymentStatus(tx, {
        paymentId: payment.id,
        to,
        actor: { kind: 'admin', id: ADMIN },
        at,
        ...(isSettlement ? { data: { receivedCents: next.receivedCents } } : {}),
        ...(isPart
          ? { data: { refundedCents: (payment.refundedCents ?? 0n) + next.refundedCents } }
          : {}),
      });
      if (isSettlement) await recordEvidence(tx, payment, next.receivedCents, at);
      return isSettlement ? next.receivedCents : 0n;
    });
  } catch (error) {
    if (error instanceof Fault && (error.status === 409 || next.do === 'move')) return 'refused';
    throw error;
  }
}

const contextOf = (db: Database, at: Date) =>
  ({
    db,
    clock: { now: () => at },
    jobs: { send: async () => undefined },
    settings: { undoMs: 0 },
    translate: (text: string) => text,
    language: 'en',
    actorId: ADMIN,
  }) as never;

/** Corrects as an administrator does; answers the cents that are recorded as received by it, or no more. */
async function correct(tx: Database, payment: Entry, again: boolean, at: Date): Promise<bigint> {
  const context = contextOf(tx, at);
  const held = (payment.receivedCents ?? 0n) - (payment.refundedCents ?? 0n);
  if (again) await undoCorrection(context, payment.id);
  else await takeBack(context, payment.id, { held: decimal(held), reason: 'A mistake.' });
  const now = await findPayment(tx, payment.id);
  return (now?.payment.receivedCents ?? 0n) - (payment.receivedCents ?? 0n);
}

/** Moves money as an administrator does, or undoes the last move. */
async function move(
  tx: Database,
  payment: Entry,
  { cents, from, back }: Extract<Operation, { do: 'move' }>,
  at: Date,
): Promise<bigint> {
  const context = contextOf(tx, at);
  const last = (await listMovesOfPayment(tx, payment.id)).at(-1);
  if (back && last) await enterUndoMove(context, last.move.operationId);
  else {
    const amounts = { amount: decimal(cents), held: decimal(ownCentsOf([payment])) };
    await enterMove(context, payment.id, { ...amounts, instalment: from, reason: 'A mistake.' });
  }
  return 0n;
}

/** Writes the rail's own evidence: a captured order, a final receipt on the chain. */
async function recordEvidence(
  tx: Database,
  { id: paymentId, rail, instalmentId }: Entry,
  amountCents: bigint,
  at: Date,
): Promise<void> {
  const timestamps = { createdAt: at, updatedAt: at };
  if (rail === 'paypal') {
    await tx.insert(paypalOrders).values({
      id: randomUUID(),
      paymentId,
      kind: 'approval',
      state: 'captured',
      requestId: randomUUID(),
      captureRequestId: randomUUID(),
      clientId: 'client',
      amountCents,
      currency: 'USD',
      wantsVault: false,
      asked: 0,
      ...timestamps,
    });
  }
  if (rail !== 'crypto') return;
  const quoteId = randomUUID();
  // One USDT has a million units and is one dollar. Paid at once: it never is beside another open quote.
  const units = amountCents * 10_000n;
  const token = { token: 'USDT', units, chainId: 1 } as const;
  await tx.insert(cryptoQuotes).values({
    id: quoteId,
    paymentId,
    tokenDigest: '',
    state: 'paid',
    amountCents,
    rate: '1',
    source: '',
    address: '0x',
    expiresAt: at,
    watchedUntil: at,
    ...token,
    ...timestamps,
  });
  const transferId = randomUUID();
  const payment = { id: paymentId, instalmentId, isTest: false };
  await postCoins(tx, { ...token, transferId, blockAt: at }, payment, at);
  await tx.insert(onChainTransfers).values({
    id: transferId,
    txHash: quoteId,
    logIndex: 0,
    fromAddress: '0x',
    toAddress: '0x',
    blockNumber: 1n,
    blockHash: '0x',
    blockAt: at,
    state: 'final',
    quoteId,
    paymentId,
    seenAt: at,
    updatedAt: at,
    ...token,
  });
}

/** Claims as the checkout does for an application that exists. */
async function claimAs(
  tx: Database,
  applicationId: string,
  { instalments }: Ledger,
  { rail, number, instalment, plan }: Extract<Operation, { do: 'claim' }>,
  at: Date,
): Promise<bigint | 'repeated'> {
  const application = await lockApplication(tx, applicationId);
  if (application.applicationStatus !== 'draft') await renewTerms(tx, application, plan, at);
  const { reference } = application;
  const numbers = [reference, `${reference}-2`, `${reference}/2`, `${reference}-3`];
  const { payment, isNew } = await claimPayment(tx, {
    application,
    rail,
    number: numbers[number] ?? `${applicationId}-${number}`.toUpperCase(),
    instalment,
    review: false,
    at,
    isTest: true,
  });
  if (isNew) {
    hold(payment.status === 'claimed', 'a new claim waits to be checked');
    return 0n;
  }
  const due = instalments.find(({ id }) => id === payment.instalmentId);
  hold(due !== undefined && payment.status !== 'failed', 'a repeat repeats what is in force');
  if (payment.claimNumber?.startsWith(reference)) {
    hold(
      UNDER_WAY.includes(payment.status) || !PAYABLE.includes(due?.status ?? 'cancelled'),
      'our memo is a repeat only while it is checked or once its due is paid',
    );
  }
  return 'repeated';
}

/** A row as the database tells it: amounts are small here, so that a number of JSON holds them. */
type Raw<Row, Amounts extends keyof Row> = Omit<Row, Amounts> & {
  [Name in Amounts]: number | (null extends Row[Name] ? null : never);
};
interface RawLedger {
  view: string;
  applicationStatus: string;
  kitReleasedAt: number | null;
  schedule: Ledger['schedule'];
  instalments: Raw<Ledger['instalments'][number], 'amountCents' | 'creditedCents'>[];
  payments: Raw<Entry, 'receivedCents' | 'refundedCents' | 'movedCents'>[];
  owed: Record<string, number>;
  whole: unknown;
}

/** By one question of its own, and not by what the service reads: payments in the order in which they began. */
async function readLedger(db: Database, applicationId: string): Promise<Ledger> {
  const { rows } = await db.execute(sql`
    with application as (select * from passport_applications where id = ${applicationId}),
    schedules as (select payment_schedules.*, ${scheduleStatus} as shown from payment_schedules, application a
      where application_id = a.id),
    schedule as (select * from schedules order by status = 'cancelled', created_at desc limit 1),
    own_instalments as (select i.* from instalments i, schedule s where i.schedule_id = s.id order by i.number),
    entries as (
      select p.* from schedules s join instalments i on i.schedule_id = s.id join payments p on p.instalment_id = i.id
      order by (select min(e.id) from payment_events e where e.payment_id = p.id))
    select a.payment_status as view, a.application_status as "applicationStatus",
      (extract(epoch from a.kit_released_at) * 1000)::float8 as "kitReleasedAt",
      jsonb_build_object('id', s.id, 'status', s.shown, 'kitRelease', s.kit_release) as schedule,
      (select jsonb_agg(jsonb_build_object('id', id, 'status', status, 'amountCents', amount_cents,
        'creditedCents', credited_cents)) from own_instalments) as instalments,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'instalmentId', instalment_id, 'rail', rail, 'status', status,
        'flag', flag, 'claimNumber', claim_number, 'receivedCents', received_cents, 'refundedCents', refunded_cents,
        'movedCents', moved_cents))
        from entries), '[]') as payments,
      coalesce((select jsonb_object_agg(instalment_id, rest) from (
        select j.instalment_id, sum(case when j.debit = 'receivable' then j.amount when j.credit = 'receivable' then -j.amount else 0 end) as rest
        from journal j join own_instalments d on d.id = j.instalment_id group by 1) as sums), '{}') as owed,
      jsonb_build_array(to_jsonb(a), (select jsonb_agg(to_jsonb(s) order by s.created_at, s.id) from schedules s),
        (select jsonb_agg(to_jsonb(d)) from own_instalments d), (select jsonb_agg(to_jsonb(p)) from entries p)) as whole
    from application a, schedule s`);
  const [ledger] = rows as unknown as RawLedger[];
  if (!ledger) throw new Error('The schedule is gone.');
  const amount = (n: number | null) => (n === null ? null : BigInt(n));
  return {
    ...ledger,
    owed: Object.fromEntries(Object.entries(ledger.owed).map(([id, rest]) => [id, BigInt(rest)])),
    instalments: ledger.instalments.map((due) => ({
      ...due,
      amountCents: BigInt(due.amountCents),
      creditedCents: BigInt(due.creditedCents),
    })),
    payments: ledger.payments.map((payment) => ({
      ...payment,
      receivedCents: amount(payment.receivedCents),
      refundedCents: amount(payment.refundedCents),
      movedCents: BigInt(payment.movedCents),
    })),
  };
}

const isReleased = ({ schedule, instalments }: Ledger) =>
  schedule.kitRelease === 'first_payment'
    ? instalments[0]?.status === 'paid'
    : schedule.status === 'completed';

const touches = ({ status }: Entry) =>
  UNDER_WAY.includes(status) || RECEIVED.includes(status) || status === 'failed';

const givenBack = ({ payments }: Ledger) =>
  payments.reduce((total, { refundedCents }) => total + (refundedCents ?? 0n), 0n);

function checkConsistency(
  { view, schedule, instalments, payments }: Ledger,
  receivedCents: bigint,
): void {
  const sum = (list: Entry[]) =>
    list.reduce((total, payment) => total + (payment.receivedCents ?? 0n), 0n);
  const held = (list: Entry[]) =>
    list.reduce(
      (total, { refundedCents, movedCents }) => total - (refundedCents ?? 0n) - movedCents,
      sum(list),
    );
  same(sum(payments), receivedCents, 'every cent that arrived is in the ledger, once');
  for (const { receivedCents: came, refundedCents } of payments)
    hold((refundedCents ?? 0n) <= (came ?? 0n), 'no more goes back than came');
  for (const payment of payments)
    hold(payment.movedCents <= leftOf(payment), 'no more is moved than is left');
  same(
    payments.reduce((total, { movedCents }) => total + movedCents, 0n),
    instalments.reduce((total, { creditedCents }) => total + creditedCents, 0n),
    'what was moved counts elsewhere, to the cent',
  );
  for (const due of instalments) {
    const own = payments.filter(({ instalmentId }) => instalmentId === due.id);
    const received = own.filter(({ status }) => RECEIVED.includes(status));
    hold(
      own.filter(({ status }) => OPEN.includes(status)).length <= 1,
      'one open attempt per instalment',
    );
    const paying = own.filter(({ status, flag }) => status === 'succeeded' && flag !== 'under');
    hold(paying.length <= 1, 'one successful payment per instalment');
    same(
      due.status === 'paid',
      due.creditedCents + held(received) >= due.amountCents,
      'an instalment is paid exactly while its price is held',
    );
  }
  const isDone = instalments.every(({ status }) => status === 'paid');
  same(
    schedule.status === 'completed',
    isDone,
    'a schedule is completed when every instalment is paid',
  );
  if (schedule.status !== 'draft' && schedule.status !== 'cancelled')
    same(
      schedule.status === 'past_due',
      instalments.some(({ status }) => status === 'overdue'),
      'a schedule is past due while an instalment is overdue',
    );
  if (payments.length > 0)
    same(
      view,
      paymentStatusOf(
        schedule,
        payments,
        instalments.filter(({ creditedCents }) => creditedCents > 0n),
      ),
      'paymentStatus is the view of the payments',
    );
  if (view === 'completed') hold(isDone, 'completed means paid');
  for (const { flag } of payments) hold(FLAGS.includes(flag), 'a flag is one of the five');
}

/** What is owed and held follows from the journal alone, and the statuses with it. */
function checkJournal({ applicationStatus, instalments, payments, owed }: Ledger): void {
  if (applicationStatus === 'draft') return;
  for (const due of instalments) {
    const own = payments.filter(({ instalmentId }) => instalmentId === due.id);
    const held = own.reduce(
      (sum, { receivedCents, refundedCents, movedCents }) =>
        sum + (receivedCents ?? 0n) - (refundedCents ?? 0n) - movedCents,
      due.creditedCents,
    );
    const rest = owed[due.id] ?? 0n;
    if (due.status !== 'cancelled' && due.status !== 'waived')
      same(rest, due.amountCents - held, 'what is owed is the price less what is held');
    same(
      due.status === 'paid',
      rest <= 0n && due.status !== 'cancelled' && due.status !== 'waived',
      'an instalment is paid exactly while the journal says that nothing is owed',
    );
  }
}

/** Whether a state can reach another in one or more steps: an action may take several. */
function canReach<S extends string>(
  table: Readonly<Record<S, readonly S[]>>,
  from: S,
  to: S,
  seen = new Set<S>(),
): boolean {
  return (
    from === to ||
    table[from].some((next) => !seen.has(next) && canReach(table, next, to, seen.add(next)))
  );
}

function checkForward(before: Ledger, after: Ledger): void {
  if (after.schedule.id === before.schedule.id) checkTermsForward(before, after);
  else {
    // A window of PayPal that no one approved binds no one; everything else may be money on its way.
    const binds = ({ status, rail }: Entry) =>
      UNDER_WAY.includes(status) ||
      RECEIVED.includes(status) ||
      (OPEN.includes(status) && rail !== 'paypal');
    hold(
      !before.payments.some(binds),
      'plan and price change only while no money can be on its way',
    );
  }
  for (const payment of before.payments) {
    const now = after.payments.find(({ id }) => id === payment.id);
    hold(
      now !== undefined && canReach<PaymentStatus>(PAYMENT_TRANSITIONS, payment.status, now.status),
      'a payment takes no step backwards',
    );
    hold(
      payment.receivedCents === null || now?.receivedCents === payment.receivedCents,
      'money that was received stays written down',
    );
    hold(
      (payment.refundedCents ?? 0n) <= (now?.refundedCents ?? 0n),
      'what went back stays written down',
    );
  }
}

function checkTermsForward(before: Ledger, after: Ledger): void {
  hold(
    after.schedule.status !== 'draft' || before.schedule.status === 'draft',
    'a schedule that has begun is no draft again',
  );
  for (const due of before.instalments) {
    const now = after.instalments.find(({ id }) => id === due.id);
    hold(
      now !== undefined && canReach<InstalmentStatus>(INSTALMENT_STEPS, due.status, now.status),
      'an instalment takes no step backwards',
    );
  }
}

/** Folds the history of a payment; it must end in the row. */
async function checkReplay(db: Database, payment: Entry): Promise<void> {
  let status: PaymentStatus | null = null;
  const facts: Record<string, unknown> = { flag: 'none' };
  for (const event of await listPaymentEvents(db, payment.id)) {
    same(event.from, status, 'each event begins where the last one ended');
    status = event.to;
    Object.assign(facts, event.data);
  }
  same(status, payment.status, 'the events replay to the status');
  same(facts.flag, payment.flag, 'the events replay to the flag');
  same(
    facts.receivedCents ?? null,
    payment.receivedCents?.toString() ?? null,
    'the events replay to the money',
  );
  same(
    facts.refundedCents ?? null,
    payment.refundedCents?.toString() ?? null,
    'the events replay to what went back',
  );
  same(
    facts.movedCents ?? '0',
    payment.movedCents.toString(),
    'the events replay to what was moved',
  );
}

function hold(truth: boolean, rule: string): void {
  if (!truth) throw new Error(`Broken: ${rule}.`);
}

const inText = (value: unknown) =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

function same(found: unknown, expected: unknown, rule: string): void {
  if (inText(found) !== inText(expected))
    throw new Error(`Broken: ${rule}. Expected ${inText(expected)}, found ${inText(found)}.`);
}
