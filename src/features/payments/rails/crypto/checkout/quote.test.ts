import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import { openSite } from '../../../../../server/testing.ts';
import { minutes } from '../../../../../shared/time.ts';
import { passportApplications } from '../../../../application/application.store.ts';
import { closeWithBalancedLedger, claim, myApplications, person } from '../../../core/testing.ts';
import { payingChain } from '../chain/paying-chain.service.ts';
import { amountOf, centsOf, unitsOf } from '../quotes/quote.rules.ts';
import { cryptoQuotes, findQuote } from '../quotes/quote.store.ts';
import { askQuote, type ChainSite, newAddress, openChainSite, quoteOf } from '../testing.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const count = () => site.db.$count(cryptoQuotes);

test.each(['ETH', 'USDT'] as const)(
  'a quote in %s asks for the price and less than a cent more, at our address, for a quarter of an hour',
  async (token) => {
    const payer = await site.payer();
    const now = site.clock.now().getTime();
    const quote = await quoteOf(payer, token);
    expect(Object.keys(quote).toSorted()).toEqual(['address', 'amount', 'expires', 'id', 'rate']);
    expect(quote.rate).toBe(token === 'ETH' ? '3000' : '1');
    expect(quote.expires - now).toBeGreaterThanOrEqual(minutes(15));
    expect(quote.expires - now).toBeLessThan(minutes(15) + 5000);
    const units = unitsOf(quote.amount, token) as bigint;
    expect(centsOf(units, token, quote.rate)).toBe(100_000n);
    const row = await findQuote(site.db, quote.id);
    expect(row).toMatchObject({ state: 'open', units, amountCents: 100_000n, token, txHash: null });
    expect(row?.address).toBe(quote.address.toLowerCase());
    const [application] = await myApplications(payer);
    expect(application).toMatchObject({ applicationStatus: 'draft', paymentMethod: 'crypto' });
    expect(application?.payments).toMatchObject([{ status: 'action_required', amount: '1000.00' }]);
  },
);

test('the amount is compared in cents, as a number or as text', async () => {
  const payer = await site.payer();
  for (const usdAmount of [1000, '1000', '1000.0', '1000.00'])
    expect((await askQuote(payer, 'ETH', { usdAmount })).status).toBe(201);
});

test('an amount that is no price is refused before anything else, and nothing is written', async () => {
  const payer = await site.payer();
  const before = await count();
  for (const visitor of [payer, site.visitor()])
    for (const usdAmount of [
      1,
      '999.99',
      '1000.001',
      1000.001,
      '1e3',
      'a lot',
      -1000,
      '',
      null,
      {},
    ])
      expect((await askQuote(visitor, 'ETH', { usdAmount })).status, String(usdAmount)).toBe(400);
  expect(await count()).toBe(before);
  expect((await myApplications(payer))[0]?.payments).toEqual([]);
});

test('the price of the other plan is refused when the plan is named', async () => {
  const payer = await site.payer('installment');
  const asked = { usdAmount: '1000.00', plan: 'installment' };
  expect((await askQuote(payer, 'ETH', asked)).status).toBe(400);
});

test('a currency that we do not take is refused in the specification’s words', async () => {
  const { status, body } = await askQuote(await site.payer(), 'BTC');
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: 'Invalid crypto selection' });
});

test('a browser without an application is asked to fill in the form', async () => {
  const { status, body } = await askQuote(site.visitor(), 'ETH');
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: 'Please complete the application form first' });
});

test('a draft whose person was removed as too old asks for the form again', async () => {
  const payer = await site.payer();
  const nobody = { firstName: '', lastName: '', email: '' };
  const { id } = passportApplications;
  await site.db.update(passportApplications).set(nobody).where(eq(id, payer.applicationId));
  expect(await askQuote(payer, 'ETH')).toMatchObject({
    status: 409,
    body: { message: 'Please complete the application form first' },
  });
});

test('an application of another browser does not exist', async () => {
  const [payer, other] = [await site.payer(), await site.payer()];
  const { applicationId } = other;
  expect((await askQuote(payer, 'ETH', { applicationId })).status).toBe(404);
  expect((await askQuote(site.visitor(), 'ETH', { applicationId })).status).toBe(409);
});

test('a payment of a plan is quoted at the plan’s price, the instalment that is named or the first', async () => {
  const payer = await site.payer('installment');
  const third = await quoteOf(payer, 'USDT', { usdAmount: '100.00', instalment: 3 });
  expect(centsOf(unitsOf(third.amount, 'USDT') as bigint, 'USDT', '1')).toBe(10_000n);
  await quoteOf(payer, 'USDT', { usdAmount: '100.00' });
  const [application] = await myApplications(payer);
  expect(application?.paymentPlan).toBe('installment');
  expect(application?.payments.map(({ instalment }) => instalment).toSorted()).toEqual([1, 3]);
  expect((await askQuote(payer, 'USDT', { usdAmount: '100.00', instalment: 13 })).status).toBe(409);
});

test('the amount chooses the plan of a draft', async () => {
  const payer = await site.payer('onetime');
  await quoteOf(payer, 'ETH', { usdAmount: 100 });
  expect((await myApplications(payer))[0]?.paymentPlan).toBe('installment');
});

test('a second click with the same key gets the same quote', async () => {
  const payer = await site.payer();
  const key = { 'idempotency-key': randomUUID(), 'idempotency-secret': 'drawn-by-one-page-alone' };
  const ask = () => payer.post('/api/payments/quote', { token: 'ETH', usdAmount: 1000 }, key);
  const first = await ask();
  const before = await count();
  expect((await ask()).text).toBe(first.text);
  expect(await count()).toBe(before);
});

test('quotes of the same price ask for different amounts, also at the same time', async () => {
  const payers = await Promise.all(Array.from({ length: 12 }, () => site.payer()));
  const quotes = await Promise.all(payers.map((payer) => quoteOf(payer, 'USDT')));
  expect(new Set(quotes.map(({ amount }) => amount)).size).toBe(12);
});

test('who asks over and over holds ten amounts, and the rate of the last is given anew', async () => {
  const payer = await site.payer();
  const quotes = [];
  for (let n = 0; n < 12; n++) quotes.push(await quoteOf(payer, 'USDT'));
  expect(new Set(quotes.map(({ amount }) => amount)).size).toBe(10);
});

test('where nearly all amounts are taken a free one is found, and none is given twice', async () => {
  await site.configure();
  const payer = await site.payer();
  const { id } = await quoteOf(payer, 'USDT');
  await site.db.execute(sql`
    insert into crypto_quotes (id, payment_id, token_digest, token, state, amount_cents, units, rate, source,
      chain_id, address, contract, created_at, expires_at, watched_until, updated_at)
    select gen_random_uuid(), payment_id, token_digest, token, state, amount_cents, 1000000000 + n, rate, source,
      chain_id, address, contract, created_at, expires_at, watched_until, updated_at
    from crypto_quotes, generate_series(0, 9998) as n where id = ${id}
    on conflict do nothing`);
  await site.db.delete(cryptoQuotes).where(sql`units = 1000004242 and token = 'USDT'`);
  expect((await quoteOf(await site.payer(), 'USDT')).amount).toBe(amountOf(1_000_004_242n, 'USDT'));
  await site.db.execute(sql`update crypto_quotes set state = 'lapsed'`);
});

test('who takes all amounts of a price closes the rail to no one: others are asked for some cents more', async () => {
  await site.configure();
  const { id } = await quoteOf(await site.payer(), 'USDT');
  await site.db.execute(sql`
    insert into crypto_quotes (id, payment_id, token_digest, token, state, amount_cents, units, rate, source,
      chain_id, address, contract, created_at, expires_at, watched_until, updated_at)
    select gen_random_uuid(), payment_id, token_digest, token, state, amount_cents, 1000000000 + n, rate, source,
      chain_id, address, contract, created_at, expires_at, watched_until, updated_at
    from crypto_quotes, generate_series(0, 9998) as n where id = ${id}
    on conflict do nothing`);
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  const units = unitsOf(quote.amount, 'USDT') as bigint;
  expect(units).toBeGreaterThan(1_000_009_998n);
  expect(units).toBeLessThan(1_000_260_000n);
  await site.chain.payUsdt(quote.address, units);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect((await myApplications(payer))[0]).toMatchObject({
    paymentStatus: 'completed',
    receivedAmount: '1000.00',
  });
  await site.db.execute(sql`update crypto_quotes set state = 'lapsed' where state = 'open'`);
});

test('while a transfer is being checked nothing more is asked for, and nothing is written', async () => {
  const payer = await site.payer();
  await payer.post('/payment/submit', claim('ZX-4711', { person: person() }));
  const before = await count();
  expect((await askQuote(payer, 'ETH')).status).toBe(409);
  expect(await count()).toBe(before);
});

describe('the price', () => {
  afterEach(async () => {
    await site.chain.setFeed('ETH', { answer: '3000', staleSeconds: 0 });
    await site.chain.setFeed('USDT', { answer: '1', staleSeconds: 0 });
    for (const exchange of ['coinbase', 'kraken'] as const)
      await site.chain.setExchange(exchange, { ETH: '3000.00', USDT: '1.00', isDown: false });
    await site.chain.fail('none');
  });
  const refused = async (token: string) => {
    const before = await count();
    const { status, body } = await askQuote(await site.payer(), token);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      message: 'We can’t quote a price at the moment. Please try again later or pay another way.',
    });
    expect(await count()).toBe(before);
  };

  test('of an oracle at $300,000 is refused while the exchanges say $3,000', async () => {
    await site.chain.setFeed('ETH', { answer: '300000' });
    await refused('ETH');
  });

  test('is the feed’s while an exchange confirms it, even with the other one down', async () => {
    await site.chain.setFeed('ETH', { answer: '3059.5', staleSeconds: 3800 });
    await site.chain.setExchange('kraken', { isDown: true });
    const quote = await quoteOf(await site.payer(), 'ETH');
    expect(quote.rate).toBe('3059.5');
    expect((await findQuote(site.db, quote.id))?.source).toMatch(
      /^chainlink ETH \/ USD round \d+, coinbase 3000\.00$/,
    );
  });

  test.each(['2940', '3060.01'])(
    'of the feed is refused at %s dollars, more than two per cent away',
    async (answer) => {
      await site.chain.setFeed('ETH', { answer });
      await refused('ETH');
    },
  );

  test('is refused when one exchange differs from the feed, whatever the other says', async () => {
    await site.chain.setExchange('kraken', { ETH: '3100.00' });
    await refused('ETH');
  });

  test.each(['ETH', 'USDT'])('in %s is refused without an exchange to compare', async (token) => {
    for (const exchange of ['coinbase', 'kraken'] as const)
      await site.chain.setExchange(exchange, { isDown: true });
    await refused(token);
  });

  test('is refused while the feed is dated in the future, whatever exchanges say', async () => {
    await site.chain.setFeed('ETH', { staleSeconds: -120 });
    await refused('ETH');
  });

  test('may be dated some seconds ahead: our clock may be slow', async () => {
    await site.chain.setFeed('ETH', { answer: '3001', staleSeconds: -30 });
    expect((await quoteOf(await site.payer(), 'ETH')).rate).toBe('3001');
  });

  test.each([
    ['is stale', { staleSeconds: 3960 }],
    ['says nothing', { answer: '0' }],
    ['says less than nothing', { answer: '-3000' }],
  ])('is the middle of two exchanges when the feed %s', async (_, feed) => {
    await site.chain.setFeed('ETH', feed);
    await site.chain.setExchange('coinbase', { ETH: '3010.00' });
    await site.chain.setExchange('kraken', { ETH: '3020.00' });
    const quote = await quoteOf(await site.payer(), 'ETH');
    expect(quote.rate).toBe('3015');
    expect((await findQuote(site.db, quote.id))?.source).toBe('coinbase 3010.00, kraken 3020.00');
  });

  test('is refused when the exchanges are more than one per cent apart', async () => {
    await site.chain.setFeed('ETH', { staleSeconds: 4000 });
    await site.chain.setExchange('kraken', { ETH: '3031.00' });
    await refused('ETH');
  });

  test('is refused when one exchange is down', async () => {
    await site.chain.setFeed('ETH', { staleSeconds: 4000 });
    await site.chain.setExchange('coinbase', { isDown: true });
    await refused('ETH');
  });

  test.each(['0.98', '1.02'])('of USDT is refused at %s dollars', async (answer) => {
    await site.chain.setFeed('USDT', { answer });
    await refused('USDT');
  });

  test('of USDT may be a day old', async () => {
    await site.chain.setFeed('USDT', { answer: '0.999', staleSeconds: 89_000 });
    expect((await quoteOf(await site.payer(), 'USDT')).rate).toBe('0.999');
    await site.chain.setFeed('USDT', { answer: '0.999', staleSeconds: 90_100 });
    expect((await quoteOf(await site.payer(), 'USDT')).rate).toBe('1');
  });

  test.each(['down', 'busy', 'wrong-chain'] as const)(
    'is the exchanges’ while the node is %s, as the chain is read later all the same',
    async (fault) => {
      await site.chain.fail(fault);
      const quote = await quoteOf(await site.payer(), 'ETH');
      expect((await findQuote(site.db, quote.id))?.source).toMatch(/^coinbase/);
    },
  );
});

describe('where it goes', () => {
  test('USDT goes to its own address, ETH to the other', async () => {
    const [ethereumAddress, usdtAddress] = [newAddress(), newAddress()];
    await site.configure({ ethereumAddress, usdtAddress });
    const payer = await site.payer();
    expect((await quoteOf(payer, 'ETH')).address.toLowerCase()).toBe(ethereumAddress);
    expect((await quoteOf(payer, 'USDT')).address.toLowerCase()).toBe(usdtAddress);
  });

  test('USDT goes to the ETH address where its own is none of Ethereum', async () => {
    const ethereumAddress = newAddress();
    await site.configure({ ethereumAddress, usdtAddress: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' });
    const payer = await site.payer();
    expect((await quoteOf(payer, 'USDT')).address.toLowerCase()).toBe(ethereumAddress);
  });

  test('the environment names the chain, the sandbox’s node and the server’s time', async () => {
    const { status, body } = await site.visitor().get('/api/payments/crypto/environment');
    expect(status).toBe(200);
    expect(body).toMatchObject({ chainId: 1, rpcUrl: site.sandbox.chain.rpcUrl });
    expect(Math.abs((body as { now: number }).now - site.clock.now().getTime())).toBeLessThan(5000);
  });

  test('without an active configuration there is no crypto', async () => {
    const listed = (await site.admin.get('/api/admin/payment-config')).body as {
      id: string;
      configType: string;
      isActive: boolean;
    }[];
    const { id } = listed.find((row) => row.configType === 'crypto' && row.isActive) ?? {};
    await site.admin.put(`/api/admin/payment-config/${id}`, { isActive: false });
    const payer = await site.payer();
    const { status, body } = await askQuote(payer, 'ETH');
    expect(status).toBe(503);
    expect(body).toMatchObject({ message: expect.stringContaining('not available') });
    expect((await payer.get('/api/payments/crypto/environment')).status).toBe(503);
    await site.admin.put(`/api/admin/payment-config/${id}`, { isActive: true });
    expect((await askQuote(payer, 'ETH')).status).toBe(201);
  });

  test('without a chain there is no crypto', async () => {
    const site = await openSite({ work: false });
    expect((await site.visitor().get('/api/payments/crypto/environment')).status).toBe(503);
    await site.close();
  });

  test('in production a test network pays nothing', () => {
    const { externalServices, settings } = site.context;
    expect(payingChain({ externalServices, settings })).toBeDefined();
    expect(
      payingChain({ externalServices, settings: { ...settings, production: true } }),
    ).toBeUndefined();
  });
});
