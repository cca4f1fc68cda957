import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../../../sandbox/mail/message.ts';
import { hours, minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../email/outgoing-mail.store.ts';
import { users } from '../../members/member.store.ts';
import { type ChainShop, openChainShop, quoteOf } from '../crypto/testing.ts';
import { unitsOf } from '../crypto/quote.rules.ts';
import { payments } from '../payment.store.ts';
import { claim, claimId, closeBooks, confirm, person } from '../testing.ts';
import { tellOfWaiting } from './review.service.ts';

const boss = 'boss@example.org';
let shop: ChainShop;
beforeAll(async () => {
  shop = await openChainShop({ mail: true, work: true });
  // Each test begins a minute after an hour.
  shop.clock.advance(hours(1) - (shop.clock.now().getTime() % hours(1)) + minutes(1));
});
afterAll(() => closeBooks(shop));

/** The mails about waiting money in the queue and behind it, as their rows say. */
const told = (address = boss) =>
  shop.db
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
  await shop.until(async () => {
    const came = (await shop.inbox.messages({ to: address })).filter(({ subject }) =>
      /Money waits for you|De l’argent vous attend/.test(subject),
    );
    expect(came).toHaveLength(count);
    [newest] = came;
  });
  return newest;
}

/** A payment by Zelle of which less came than was due. */
async function short(number: string) {
  // The clock may have ended the last login.
  await shop.login();
  const details = { person: person({ email: `${number.toLowerCase()}@example.org` }) };
  expect((await shop.visitor().post('/payment/submit', claim(number, details))).status).toBe(201);
  const id = await claimId(shop, number);
  expect((await confirm(shop, number, '400.00')).status).toBe(200);
  return id;
}

/** Money on the chain that no quote asks for. */
async function oddMoney() {
  const [payer, other] = [await shop.payer(), await shop.payer()];
  const { address, amount } = await quoteOf(payer, 'USDT');
  await quoteOf(other, 'USDT');
  await shop.chain.payUsdt(address, (unitsOf(amount, 'USDT') as bigint) - 1_000_000n);
  await shop.till.mine();
}

test('while nothing waits nobody is written to', async () => {
  await tellOfWaiting(shop.house);
  expect(await told()).toEqual([]);
});

test('after the hour in which money began to wait every administrator reads how much of which kind, each in their language', async () => {
  const { id } = await shop.loggedIn('admin');
  const french = `${id}@example.org`;
  await shop.db.update(users).set({ locale: 'fr' }).where(eq(users.id, id));
  await short('SHORT-1');
  await short('SHORT-2');
  await oddMoney();
  await tellOfWaiting(shop.house);
  expect(await told()).toEqual([]);
  shop.clock.advance(hours(1));
  await shop.house.jobs.send(shop.db, 'money-waits', {});
  const mail = await read(boss, 1);
  expect(mail?.subject).toMatch(/Money waits for you: 3 cases$/);
  expect(mail?.text).toMatch(/Less came than was due\s+2 cases/);
  expect(mail?.text).toMatch(/Money on the network that fits no payment\s+1 case/);
  expect(mail?.text).toContain('/admin/payments/reconciliation');
  const inFrench = await read(french, 1);
  expect(inFrench?.subject).toMatch(/De l’argent vous attend\u202F: 3 cas$/);
  expect(inFrench?.text).toMatch(/Il est arrivé moins que ce qui était dû\s+2 cas/);
});

test('nobody is told of the same twice, nor twice in an hour; something new is told with all that waits', async () => {
  const before = (await told()).length;
  shop.clock.advance(hours(1));
  await Promise.all([tellOfWaiting(shop.house), tellOfWaiting(shop.house)]);
  expect(await told()).toHaveLength(before);
  await short('SHORT-3');
  shop.clock.advance(hours(1));
  await Promise.all([tellOfWaiting(shop.house), tellOfWaiting(shop.house)]);
  shop.clock.advance(minutes(30));
  await tellOfWaiting(shop.house);
  expect(await told()).toHaveLength(before + 1);
  expect((await read(boss, 2))?.subject).toMatch(/4 cases$/);
});

test('a payment under way counts from its second day, also where runs were missed', async () => {
  const before = (await told()).length;
  shop.clock.advance(minutes(30));
  const id = await short('SLOW');
  const [{ status, receivedCents, receivedOn, flag } = expect.fail()] = await shop.db
    .select()
    .from(payments)
    .where(eq(payments.id, id));
  await shop.db
    .update(payments)
    .set({ status: 'processing', receivedCents: null, receivedOn: null, flag: 'none' })
    .where(eq(payments.id, id));
  shop.clock.advance(hours(24) - minutes(30));
  await tellOfWaiting(shop.house);
  expect(await told()).toHaveLength(before);
  shop.clock.advance(hours(5));
  await tellOfWaiting(shop.house);
  expect(await told()).toHaveLength(before + 1);
  await shop.db
    .update(payments)
    .set({ status, receivedCents, receivedOn, flag })
    .where(eq(payments.id, id));
});
