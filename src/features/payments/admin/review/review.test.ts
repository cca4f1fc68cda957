import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../../../../sandbox/mail/message.ts';
import { hours, minutes } from '../../../../shared/time.ts';
import { outgoingMails } from '../../../mail/queue/outgoing-mail.store.ts';
import { users } from '../../../../server/user.store.ts';
import { type ChainSite, openChainSite, quoteOf } from '../../rails/crypto/testing.ts';
import { amountOf, unitsOf } from '../../rails/crypto/quotes/quote.rules.ts';
import { onChainTransfers } from '../../rails/crypto/settlement/on-chain-transfer.store.ts';
import { payments } from '../../core/payment.store.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  person,
} from '../../core/testing.ts';
import type { ReviewItem } from './review.contract.ts';
import { notifyAdminsOfReview } from './review.service.ts';

const boss = 'boss@example.org';
let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite({ mail: true, work: true });
  // Each test begins a minute after an hour.
  site.clock.advance(hours(1) - (site.clock.now().getTime() % hours(1)) + minutes(1));
});
afterAll(() => closeWithBalancedLedger(site));

/** The mails about waiting money in the queue and behind it, as their rows say. */
const auditSnapshot = (address = boss) =>
  site.db
    .select()
    .from(outgoingMails)
    .where(
      and(
        eq(outgoingMails.recipientAddress, address),
        like(outgoingMails.batchId, 'money-waits:%'),
      ),
    );

/** The newest mail about waiting money, once `count` have come to an address. */
async function read(address: string, count: number) {
  let newest: Message | undefined;
  await site.until(async () => {
    const came = (await site.inbox.messages({ to: address })).filter(({ subject }) =>
      /Payments need a decision|Des paiements/.test(subject),
    );
    expect(came).toHaveLength(count);
    [newest] = came;
  });
  return newest;
}

/** A payment by Zelle of which less came than was due. */
async function short(number: string) {
  // The clock may have ended the last login.
  await site.login();
  const details = { person: person({ email: `${number.toLowerCase()}@example.org` }) };
  expect((await site.visitor().post('/payment/submit', claim(number, details))).status).toBe(201);
  const id = await findClaimId(site, number);
  expect((await confirm(site, number, '400.00')).status).toBe(200);
  return id;
}

/** Money on the chain that no quote asks for. */
async function oddMoney() {
  const [payer, other] = [await site.payer(), await site.payer()];
  const { address, amount } = await quoteOf(payer, 'USDT');
  await quoteOf(other, 'USDT');
  await site.chain.payUsdt(address, (unitsOf(amount, 'USDT') as bigint) - 1_000_000n);
  await site.checkout.mine();
}

test('while nothing waits no one is written to', async () => {
  await notifyAdminsOfReview(site.context);
  expect(await auditSnapshot()).toEqual([]);
});

test('after the hour in which money began to wait every administrator reads how much of which kind, each in their language', async () => {
  const { id } = await site.loggedIn('admin');
  const french = `${id}@example.org`;
  await site.db.update(users).set({ locale: 'fr' }).where(eq(users.id, id));
  await short('SHORT-1');
  await short('SHORT-2');
  await oddMoney();
  await notifyAdminsOfReview(site.context);
  expect(await auditSnapshot()).toEqual([]);
  site.clock.advance(hours(1));
  await site.context.jobs.send(site.db, 'money-waits', {});
  const mail = await read(boss, 1);
  expect(mail?.subject).toMatch(/Payments need a decision: 3 cases$/);
  expect(mail?.text).toMatch(/Less received than due\s+2 cases/);
  expect(mail?.text).toMatch(/Unmatched crypto payment\s+1 case/);
  expect(mail?.text).toContain('/admin/payments/claims');
  const inFrench = await read(french, 1);
  expect(inFrench?.subject).toMatch(/Des paiements demandent une décision\u00A0: 3 cas$/);
  expect(inFrench?.text).toMatch(/Montant reçu inférieur au montant\s+2 cas\s+dû/);
});

test('money on the chain that no quote asks for is listed with what came', async () => {
  await site.login();
  const { body } = await site.admin.get('/api/admin/payments/review?limit=100');
  const [item = expect.fail()] = (body as ReviewItem[]).filter(({ kind }) => kind === 'chain');
  const [transfer = expect.fail()] = await site.db.select().from(onChainTransfers);
  expect(item.received).toBe(`${amountOf(transfer.units, 'USDT')} USDT`);
  expect(item.amount).toBeNull();
});

test('no one is notified of the same twice, nor twice in an hour; something new is reported with all that waits', async () => {
  const before = (await auditSnapshot()).length;
  site.clock.advance(hours(1));
  await Promise.all([notifyAdminsOfReview(site.context), notifyAdminsOfReview(site.context)]);
  expect(await auditSnapshot()).toHaveLength(before);
  await short('SHORT-3');
  site.clock.advance(hours(1));
  await Promise.all([notifyAdminsOfReview(site.context), notifyAdminsOfReview(site.context)]);
  site.clock.advance(minutes(30));
  await notifyAdminsOfReview(site.context);
  expect(await auditSnapshot()).toHaveLength(before + 1);
  expect((await read(boss, 2))?.subject).toMatch(/4 cases$/);
});

test('a payment under way counts from its second day, also where runs were missed', async () => {
  const before = (await auditSnapshot()).length;
  site.clock.advance(minutes(30));
  const id = await short('SLOW');
  const [{ status, receivedCents, receivedOn, flag } = expect.fail()] = await site.db
    .select()
    .from(payments)
    .where(eq(payments.id, id));
  await site.db
    .update(payments)
    .set({ status: 'processing', receivedCents: null, receivedOn: null, flag: 'none' })
    .where(eq(payments.id, id));
  site.clock.advance(hours(24) - minutes(30));
  await notifyAdminsOfReview(site.context);
  expect(await auditSnapshot()).toHaveLength(before);
  site.clock.advance(hours(5));
  await notifyAdminsOfReview(site.context);
  expect(await auditSnapshot()).toHaveLength(before + 1);
  await site.db
    .update(payments)
    .set({ status, receivedCents, receivedOn, flag })
    .where(eq(payments.id, id));
});
