import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { passportApplications } from '../application/application.store.ts';
import type { OrderReason } from '../payments/rails/card/order-issue.rules.ts';
import { paypalOrders } from '../payments/rails/card/paypal-order.store.ts';
import {
  type OnChainTransfer,
  onChainTransfers,
} from '../payments/rails/crypto/settlement/on-chain-transfer.store.ts';
import { cryptoQuotes } from '../payments/rails/crypto/quotes/quote.store.ts';
import {
  statementImports,
  statementLines,
} from '../payments/rails/transfer/statements/statement.store.ts';
import { type Payment, payments } from '../payments/core/payment.store.ts';
import { webhookEvents } from '../payments/core/webhook-event.store.ts';
import { KEEP_ALL, monthsBefore } from './retention.rules.ts';
import { removeExpired } from './retention-run.service.ts';
import { esi, createApplication } from './testing.ts';

let site: Site;
let at: Date;
beforeAll(async () => {
  site = await openSite({ work: false });
  at = monthsBefore(site.clock.now(), 40);
  const owner = await site.loggedIn('owner');
  const periods = { ...KEEP_ALL, drafts: 12, delivered: 12 };
  expect((await owner.put('/api/admin/retention', { periods, version: 0 })).status).toBe(200);
});
afterAll(() => site.close());

/** Writes down money that is with us for an attempt that has ended; answers how a person ends it. */
type Create = (payment: Payment) => Promise<() => Promise<unknown>>;
const token = 'USDT';
const units = 100_000_417n;
const [address, txHash] = ['0xa', `0x${'1'.repeat(64)}`];

async function createQuote(
  paymentId: string,
  state: 'lapsed' | 'open',
  hint: string | null = null,
) {
  const id = randomUUID();
  const priced = {
    token,
    units,
    amountCents: 10_000n,
    rate: '1',
    source: 'feed',
    chainId: 1,
  } as const;
  const times = { createdAt: at, expiresAt: at, watchedUntil: at, updatedAt: at };
  const asked = { id, paymentId, state, tokenDigest: 'x', address, txHash: hint };
  await site.db.insert(cryptoQuotes).values({ ...priced, ...times, ...asked });
  return id;
}

async function createReceipt(change: Partial<OnChainTransfer>) {
  await site.db.delete(onChainTransfers);
  const id = randomUUID();
  const block = { chainId: 1, blockNumber: 1n, blockHash: '0x2', blockAt: at, logIndex: 1 };
  const came = { token, units, fromAddress: '0xb', toAddress: address, txHash } as const;
  const seen = {
    state: 'review' as const,
    reviewReason: 'unmatched' as const,
    seenAt: at,
    updatedAt: at,
  };
  await site.db.insert(onChainTransfers).values({ id, ...block, ...came, ...seen, ...change });
  return () =>
    site.db.update(onChainTransfers).set({ state: 'dismissed' }).where(eq(onChainTransfers.id, id));
}

/** A line of a statement that is not booked. */
async function createLine(text: string, keys: string[], chosenInstalmentId: string | null = null) {
  const [id, importId] = [randomUUID(), randomUUID()];
  await site.db.insert(statementImports).values({
    id: importId,
    rail: 'zelle',
    fileName: 'march.csv',
    columns: {} as never,
    left: { debits: 0, unreadable: 0 },
    state: 'open',
    addedBy: importId,
    addedAt: at,
  });
  const line = { row: 1, bookedOn: '2026-01-01', amountCents: 10_000n, digest: id, text, keys };
  await site.db.insert(statementLines).values({ id, importId, ...line, chosenInstalmentId });
  return () => site.db.delete(statementLines).where(eq(statementLines.id, id));
}

const rejected = (claimNumber: string) =>
  ({ rail: 'zelle', status: 'failed', claimNumber }) as const;

async function createOrder(paymentId: string, reason: OrderReason | null) {
  const id = randomUUID();
  const priced = { amountCents: 10_000n, currency: 'USD', wantsVault: false, clientId: 'x' };
  const times = { asked: 0, createdAt: at, updatedAt: at };
  const calls = { requestId: randomUUID(), captureRequestId: randomUUID(), orderId: id, reason };
  const order = { id, paymentId, kind: 'approval', state: 'void' } as const;
  await site.db.insert(paypalOrders).values({ ...order, ...priced, ...times, ...calls });
  return id;
}

const MONEY: Record<string, Create> = {
  'on the chain, late for its quote': async ({ id }) =>
    createReceipt({ quoteId: await createQuote(id, 'lapsed'), reviewReason: 'late' }),
  'on the chain, in a transaction that its payer has named': async ({ id }) => {
    await createQuote(id, 'lapsed', txHash);
    return createReceipt({ units: 1n });
  },
  'on the chain, of the very amount of a quote that has lapsed': async ({ id }) => {
    await createQuote(id, 'lapsed');
    return createReceipt({});
  },
  'looked for on the chain': async ({ id }) => {
    const quoteId = await createQuote(id, 'open');
    return () =>
      site.db.update(cryptoQuotes).set({ state: 'lapsed' }).where(eq(cryptoQuotes.id, quoteId));
  },
  'on the account, ticked for its due': async ({ instalmentId }) =>
    createLine('A transfer', [], instalmentId),
  'on the account, with the reference and the number of the due': async () =>
    createLine('PX-7K4M2-1 passport', ['PX7K4M21', 'PASSP0RT']),
  'on the account, with no more than the number of a claim that was rejected': async ({ id }) => {
    await site.db.update(payments).set(rejected('JPM99-A1B2')).where(eq(payments.id, id));
    return createLine('Transfer jpm99-a1B2', ['TRANSFER', 'JPM99A1B2']);
  },
  'on the account, with such a number, until it is booked for another claim': async ({ id }) => {
    const claimNumber = 'JPM99-C3D4';
    await site.db.update(payments).set(rejected(claimNumber)).where(eq(payments.id, id));
    await createLine('Transfer jpm99-C3D4', ['TRANSFER', 'JPM99C3D4']);
    const receivedCents = 7000n;
    const paid = { schedule: 'completed', payment: 'succeeded', receivedCents } as const;
    await createApplication(site.db, 'delivered', site.clock.now(), paid);
    const ofThat = eq(payments.receivedCents, receivedCents);
    return () => site.db.update(payments).set({ claimNumber }).where(ofThat);
  },
  'at PayPal, for an order that was given up': async ({ id }) => {
    const orderId = await createOrder(id, 'NOT_ASKED_FOR');
    return () =>
      site.db.update(paypalOrders).set({ reason: null }).where(eq(paypalOrders.id, orderId));
  },
  'reported by PayPal, in a webhook event that is not handled': async ({ id }) => {
    const resourceId = await createOrder(id, null);
    const notice = { rail: 'paypal', eventId: randomUUID(), resourceId, type: 'x' } as const;
    await site.db.insert(webhookEvents).values({ ...notice, receivedAt: at });
    return () => site.db.update(webhookEvents).set({ handledAt: at });
  },
};

test.each(Object.keys(MONEY))(
  'money %s keeps its applicant until a person has ended it',
  async (where) => {
    const draft = await createApplication(site.db, 'draft', at, {
      schedule: 'draft',
      payment: 'expired',
    });
    const ofDraft = eq(passportApplications.id, draft);
    await site.db.update(passportApplications).set({ reference: 'PX-7K4M2' }).where(ofDraft);
    const [payment] = await site.db.select().from(payments).where(eq(payments.status, 'expired'));
    if (!payment) throw new Error('No payment was planted.');
    const end = await MONEY[where]?.(payment);
    const nameAfterRun = async () => {
      expect(await removeExpired(site.context)).toBe('finished');
      return (await site.db.select().from(passportApplications).where(ofDraft))[0]?.firstName;
    };
    expect(await nameAfterRun()).toBe(esi.firstName);
    await end?.();
    expect(await nameAfterRun()).toBe('');
    await site.db.update(passportApplications).set({ reference: draft }).where(ofDraft);
    await site.db.update(payments).set({ status: 'cancelled', claimNumber: null });
  },
);

test('a word for the number of a rejected claim keeps nobody for the sake of another’s transfer', async () => {
  const draft = await createApplication(site.db, 'draft', at, {
    schedule: 'draft',
    payment: 'expired',
  });
  const ofExpired = eq(payments.status, 'expired');
  await site.db.update(payments).set(rejected('TRANSFER')).where(ofExpired);
  const end = await createLine('Transfer', ['TRANSFER']);
  expect(await removeExpired(site.context)).toBe('finished');
  const ofDraft = eq(passportApplications.id, draft);
  const [removed] = await site.db.select().from(passportApplications).where(ofDraft);
  expect(removed?.firstName).toBe('');
  await end();
});

test('more money than was asked for keeps who paid it until the surplus has gone back', async () => {
  const kit = await createApplication(site.db, 'delivered', at, {
    schedule: 'completed',
    payment: 'succeeded',
    receivedCents: 12_000n,
  });
  const ofKit = eq(passportApplications.id, kit);
  const given = eq(payments.receivedCents, 12_000n);
  await site.db.update(payments).set({ flag: 'over' }).where(given);
  const homeAfterRun = async () => {
    await removeExpired(site.context);
    return (await site.db.select().from(passportApplications).where(ofKit))[0]?.homeAddress;
  };
  expect(await homeAfterRun()).toBe('12 Osu Badu Street, Accra');
  const back = { status: 'partially_refunded', refundedCents: 2000n } as const;
  await site.db.update(payments).set(back).where(given);
  expect(await homeAfterRun()).toBe('');
});
