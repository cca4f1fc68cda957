import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import { users } from '../../../../server/user.store.ts';
import { paypalOrders } from '../../rails/card/paypal-order.store.ts';
import { onChainTransfers } from '../../rails/crypto/settlement/on-chain-transfer.store.ts';
import { cryptoQuotes } from '../../rails/crypto/quotes/quote.store.ts';
import {
  statementImports,
  statementLines,
} from '../../rails/transfer/statements/statement.store.ts';
import { payments } from '../../core/payment.store.ts';
import { openAttempt, changePaymentStatus } from '../../core/payment.service.ts';
import { findSchedule, listInstalments } from '../../core/schedule/schedule.store.ts';
import {
  claim,
  confirm,
  expectLedgerToBalance,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../../core/testing.ts';
import { LEDGER_INVARIANTS, failedChecks, checkLedger } from './ledger-check.service.ts';
import { postCoins } from '../../core/journal/journal.service.ts';

let site: PaymentSite;
/** Applications paid once, in part of a plan, and not at all; a card payment with its order. */
beforeAll(async () => {
  site = await openPaymentSite();
  const pay = async (name: string, plan: string, amount: string) => {
    const visitor = site.visitor();
    const details = { plan, person: person({ firstName: name }) };
    expect((await visitor.post('/payment/submit', claim(`Z-${name}`, details))).status).toBe(201);
    const answer = await confirm(site, `Z-${name}`, amount);
    expect(answer.status, answer.text).toBe(200);
  };
  await pay('ONCE', 'onetime', '1000.00');
  await pay('PLAN', 'installment', '100.00');
  await pay('SHORT', 'onetime', '400.00');
  await site.visitor().post('/api/applications', { applicationData: person(), plan: 'onetime' });
  await payBy('paypal', addOrder);
  await payBy('crypto', addOnChainTransfer);
  await proveByStatement();
});
afterAll(() => site.close());

async function payBy(
  rail: 'paypal' | 'crypto',
  prove: (tx: Database, paymentId: string) => Promise<unknown>,
) {
  const visitor = site.visitor();
  const { id } = (
    await visitor.post('/api/applications', { applicationData: person(), plan: 'onetime' })
  ).body as { id: string };
  const at = site.clock.now();
  const actor = { kind: 'system' } as const;
  await inTransaction(site.db, async (tx) => {
    const [due] = await listInstalments(tx, (await findSchedule(tx, id))!.id);
    const given = { instalmentId: due!.id, rail, actor, at, isTest: true } as const;
    const { id: paymentId } = await openAttempt(tx, given);
    await changePaymentStatus(tx, { paymentId, to: 'action_required', actor, at });
    await changePaymentStatus(tx, { paymentId, to: 'processing', actor, at });
    const data = { receivedCents: 100_000n, receivedOn: '2026-11-20' };
    await changePaymentStatus(tx, { paymentId, to: 'succeeded', actor, at, data });
    await prove(tx, paymentId);
  });
}

const addOrder = (tx: Database, paymentId: string) =>
  tx.insert(paypalOrders).values({
    id: randomUUID(),
    paymentId,
    kind: 'approval',
    state: 'captured',
    clientId: 'client',
    requestId: randomUUID(),
    orderId: randomUUID(),
    captureRequestId: randomUUID(),
    captureId: randomUUID(),
    amountCents: 100_000n,
    currency: 'USD',
    wantsVault: false,
    asked: 0,
    createdAt: site.clock.now(),
    updatedAt: site.clock.now(),
  });

async function addOnChainTransfer(tx: Database, paymentId: string) {
  const at = site.clock.now();
  const quoteId = randomUUID();
  // $1,000 at $3,000 for one, and some units by which it differs from others.
  const units = 333_333_333_333_333_777n;
  await tx.insert(cryptoQuotes).values({
    id: quoteId,
    paymentId,
    tokenDigest: 'browser',
    token: 'ETH',
    state: 'paid',
    amountCents: 100_000n,
    units,
    rate: '3000',
    source: 'test',
    chainId: 1,
    address: '0xours',
    createdAt: at,
    expiresAt: at,
    watchedUntil: at,
    updatedAt: at,
  });
  const transferId = randomUUID();
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  await postCoins(tx, { token: 'ETH', units, transferId, blockAt: at }, payment!, at);
  await tx.insert(onChainTransfers).values({
    id: transferId,
    chainId: 1,
    txHash: '0xabc',
    logIndex: -1,
    token: 'ETH',
    fromAddress: '0xtheirs',
    toAddress: '0xours',
    units,
    blockNumber: 1n,
    blockHash: '0xb',
    blockAt: at,
    state: 'final',
    quoteId,
    paymentId,
    seenAt: at,
    updatedAt: at,
  });
}

/** A line of a bank statement that has proved the payment Z-ONCE. */
async function proveByStatement() {
  await inTransaction(site.db, async (tx) => {
    const [paid] = await tx.select().from(payments).where(eq(payments.claimNumber, 'Z-ONCE'));
    const [boss] = await tx.select().from(users);
    const importId = randomUUID();
    await tx.insert(statementImports).values({
      id: importId,
      rail: 'zelle',
      fileName: 'november.csv',
      columns: {} as never,
      left: { debits: 0, unreadable: 0 },
      state: 'open',
      addedBy: boss!.id,
      addedAt: site.clock.now(),
    });
    await tx.insert(statementLines).values({
      id: randomUUID(),
      importId,
      row: 1,
      bookedOn: '2026-11-20',
      amountCents: 100_000n,
      text: 'Z-ONCE',
      digest: 'one',
      keys: [],
      paymentId: paid!.id,
    });
  });
}

test('the ledger that the services write holds every rule', async () => {
  await expectLedgerToBalance(site);
  expect(await checkLedger(site.db)).toHaveLength(Object.keys(LEDGER_INVARIANTS).length + 2);
});

class Undo extends Error {}

/** Which rules a fault breaks; it is taken back afterwards. */
async function brokenBy(...faults: string[]): Promise<string[]> {
  let broken: string[] = [];
  await inTransaction(site.db, async (tx) => {
    for (const table of ['payment_events', 'receipts', 'journal'])
      await tx.execute(`alter table ${table} disable trigger ${table}_append_only`);
    for (const fault of faults) await tx.execute(fault);
    broken = failedChecks(await checkLedger(tx)).map(({ rule }) => rule);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return broken;
}

const once = `(select p.id from payments p where p.claim_number = 'Z-ONCE')`;
const plan = `(select i.schedule_id from payments p join instalments i on i.id = p.instalment_id where p.claim_number = 'Z-PLAN')`;

const FAULTS: readonly (readonly [rule: string, statement: string])[] = [
  [
    'a schedule has all its instalments, which add up to its price',
    `update instalments set amount_cents = amount_cents - 1 where number = 7 and schedule_id = ${plan}`,
  ],
  [
    'a schedule has all its instalments, which add up to its price',
    `update instalments set number = 13 where number = 12 and schedule_id = ${plan}`,
  ],
  [
    'an instalment is paid exactly while its price is held',
    `update instalments set status = 'paid' where number = 2 and schedule_id = ${plan}`,
  ],
  [
    'an instalment is paid exactly while its price is held',
    `update instalments set status = 'due' where number = 1 and schedule_id = ${plan}`,
  ],
  [
    'an instalment is paid exactly while its price is held',
    `update payments set received_cents = 99999 where id = ${once}`,
  ],
  [
    'an instalment is paid exactly while its price is held',
    `update payments set received_cents = 100000 where claim_number = 'Z-SHORT'`,
  ],
  [
    'a schedule of which an instalment is paid is no draft',
    `update payment_schedules set status = 'draft' where id = ${plan}`,
  ],
  [
    'the events of a payment follow each other to its status',
    `insert into payment_events (payment_id, at, "from", "to", actor, data) values (${once}, '2026-11-20', 'created', 'succeeded', 'system', '{}')`,
  ],
  ...[
    `update passport_applications set kit_released_at = kit_released_at + interval '1 second'`,
    `update passport_applications set kit_released_at = null where payment_plan = 'onetime'`,
    `update passport_applications set kit_released_at = now() where kit_released_at is null`,
    `update payment_schedules set kit_release = 'fully_paid' where id = ${plan}`,
    `update journal set at = at - interval '1 second' where payment_id = ${once}`,
  ].map((fault): [string, string] => [
    'a kit may leave since the payment that releases it was booked',
    fault,
  ]),
  [
    'the events of a payment follow each other to its status',
    `update payments set status = 'disputed' where id = ${once}`,
  ],
  [
    'the events of a payment follow each other to its status',
    `delete from payment_events where payment_id = ${once}`,
  ],
  [
    'amounts and flag of a payment are those of its events',
    `update payments set received_cents = 100001 where id = ${once}`,
  ],
  [
    'amounts and flag of a payment are those of its events',
    `update payments set flag = 'late' where id = ${once}`,
  ],
  [
    'a payment holds money exactly when its status says so',
    `update payments set refunded_cents = 1 where id = ${once}`,
  ],
  [
    'a payment holds money exactly when its status says so',
    `update payments set status = 'refunded' where id = ${once}`,
  ],
  [
    'a payment holds money exactly when its status says so',
    `update payments set status = 'processing' where id = ${once}`,
  ],
  ['receipts are numbered from 1 without a gap', `delete from receipts where number = 2`],
  [
    'receipts are numbered from 1 without a gap',
    `update receipt_counters set last = last + 1 where name = 'receipts'`,
  ],
  [
    'each time that money was recorded has one receipt, and nothing else has',
    `delete from receipts where payment_id = ${once}`,
  ],
  ...[
    ['received', '"999.99"'],
    ['due', '"1.00"'],
    ['reference', '"PX-OTHER"'],
    ['method', '"bank"'],
    ['plan', '"installment"'],
    ['instalment', '2'],
    ['currency', '"EUR"'],
    ['receivedOn', '"2020-01-01"'],
    ['isTest', 'false'],
  ].map(([fact, value]): [string, string] => [
    'a receipt says what its payment says',
    `update receipts set facts = jsonb_set(facts, '{${fact}}', '${value}') where payment_id = ${once}`,
  ]),
  [
    'a captured order at PayPal is the money of its payment',
    `update paypal_orders set amount_cents = 99999`,
  ],
  [
    'a captured order at PayPal is the money of its payment',
    `update paypal_orders set payment_id = ${once}`,
  ],
  [
    'payments at the rate of a quote are what came for it',
    `update chain_receipts set units = units * 2`,
  ],
  [
    'money on the chain is that of a payment in crypto',
    `update chain_receipts set payment_id = ${once}`,
  ],
  [
    'money in a token has final transfers on the chain',
    `update chain_receipts set state = 'orphaned'`,
  ],
  [
    'a quote is paid when what came for it is worth its price',
    `update chain_receipts set units = units / 2`,
  ],
  [
    'a line of a statement is the money of the payment that it proves',
    `update statement_lines set amount_cents = amount_cents + 1`,
  ],
  [
    'a line of a statement is the money of the payment that it proves',
    `update statement_imports set rail = 'bank'`,
  ],
  ...[
    `delete from journal where kind = 'charge' and instalment_id = (select instalment_id from payments where id = ${once})`,
    `update journal set amount = amount + 1 where kind = 'charge'`,
    `insert into journal (at, day, kind, debit, credit, asset, amount, source, instalment_id, is_test, period)
      select now(), now(), 'charge', 'receivable', 'kit_orders', 'USD', 1, 'again', instalment_id, false, now() from payments where id = ${once}`,
  ].map((fault): [string, string] => [
    'what is owed for an instalment is its price less what is held, and nothing once it is over',
    fault,
  ]),
  [
    'what the journal says of a payment is what came and what went back',
    `delete from journal where kind = 'received' and payment_id = ${once}`,
  ],
  [
    'what the journal says of a payment is what came and what went back',
    `update journal set amount = amount - 1 where kind = 'received' and payment_id = ${once}`,
  ],
  [
    'what was moved from a payment is in its moves, and no more than is left of it',
    `update payments set moved_cents = 1 where id = ${once}`,
  ],
  [
    'what was moved from a payment is in its moves, and no more than is left of it',
    `insert into money_moves values (gen_random_uuid(), gen_random_uuid(), ${once},
      (select id from instalments where number = 2 and schedule_id = ${plan}), 100, now())`,
  ],
  [
    'what was moved to an instalment is in its moves and in the journal',
    `update instalments set credited_cents = 100 where number = 2 and schedule_id = ${plan}`,
  ],
  [
    'money in dispute is that of disputed payments',
    `update payments set status = 'disputed' where id = ${once}`,
  ],
  [
    'unmatched money at PayPal is that of unmatched lines',
    `insert into paypal_lines (transaction_id, event_code, status, amount_cents, fee_cents, currency, at, whole, state,
       is_test, read_at)
     values ('STRAY', 'T0006', 'S', 500, 0, 'USD', now(), '{}', 'unmatched', false, now())`,
  ],
  [
    'coins in the treasury are those of settled transfers',
    `update journal set amount = amount + 1 where kind = 'exchange'`,
  ],
  [
    'coins in the treasury are those of settled transfers',
    `delete from journal where kind = 'exchange'`,
  ],
  [
    'coins in the treasury are those of settled transfers',
    `update chain_receipts set state = 'review'`,
  ],
  [
    'a line of a statement is the refund that it proves',
    `update statement_lines set payment_id = null, refund_event_id = (
       select max(id) from payment_events where payment_id = ${once})`,
  ],
  [
    'a line of a statement that was put to an account is in the journal, and no other',
    `update statement_lines set payment_id = null, decision = 'donations'`,
  ],
  [
    'a line of a statement that was put to an account is in the journal, and no other',
    `update journal set source = 'statement-line:gone:' || id where kind = 'received'`,
  ],
  ['money by card has one captured order at PayPal', `update paypal_orders set state = 'declined'`],
  [
    'the reports add up to what the payments say',
    `update payments set refunded_cents = 1 where id = ${once}`,
  ],
  [
    'the reports add up to what the payments say',
    `update payments set received_on = null where id = ${once}`,
  ],
  [
    'an application shows what its schedule and payments add up to',
    `update passport_applications set payment_status = 'completed' where payment_status = 'pending'`,
  ],
  [
    'an application shows what its schedule and payments add up to',
    `update passport_applications set payment_amount_cents = 1 where payment_plan = 'installment'`,
  ],
  ...[
    // Money that counts for an instalment that it was moved to, and no longer for its own.
    `update instalments set credited_cents = 100 where status = 'due'`,
    `update payments set moved_cents = received_cents where claim_number = 'Z-SHORT'`,
    // Refunded under terms that were exchanged: the first instalment of the new ones is not that of the old ones.
    `with old as (
       insert into payment_schedules
         (id, application_id, plan, amount_cents, currency, payments, status, kit_release, priced_at, created_at, updated_at)
       select gen_random_uuid(), s.application_id, s.plan, s.amount_cents, s.currency, s.payments, 'cancelled',
         s.kit_release, s.priced_at, s.created_at, s.updated_at
       from payment_schedules s join instalments i on i.schedule_id = s.id
       where i.id = (select instalment_id from payments where id = ${once}) returning id),
     first as (
       insert into instalments (id, schedule_id, number, amount_cents, due_on, status, updated_at)
       select gen_random_uuid(), id, 1, 100000, now(), 'cancelled', now() from old returning id)
     insert into payments (id, instalment_id, rail, status, flag, amount_cents, currency, number_in_review,
       received_cents, refunded_cents, received_on, is_test, created_at, updated_at)
     select gen_random_uuid(), id, 'zelle', 'refunded', 'none', 100000, 'USD', false, 100000, 100000, now(), false,
       now(), now() from first`,
  ].map((fault): [string, string] => [
    'an application shows what its schedule and payments add up to',
    fault,
  ]),
];

describe('a planted fault', () => {
  test.each(FAULTS)('breaks “%s” (%s)', async (rule, fault) => {
    expect(await brokenBy(fault)).toContain(rule);
  });

  test('of every rule is among them', async () => {
    // A rule that no test can break would prove nothing.
    const rules = (await checkLedger(site.db)).map(({ rule }) => rule);
    const broken = new Set(FAULTS.map(([rule]) => rule));
    expect(rules.filter((rule) => !broken.has(rule))).toEqual([]);
  });
});
