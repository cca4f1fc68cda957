import assert from 'node:assert/strict';
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { CONTRACTS, FINAL_BLOCKS } from '../../sandbox/chain/testing.ts';
import { ChainUnavailable } from '../../src/features/payments/rails/crypto/chain/nodes.gateway.ts';
import type { Token } from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import { Fault } from '../../src/shared/fault.ts';
import { hours, minutes, seconds } from '../../src/shared/time.ts';
import type { Payer, Quoted, Till } from './till.ts';

/** One of the forty (payments.md §3): it throws when the rule does not hold. */
export interface Case {
  name: string;
  play(till: Till): Promise<void>;
}

/** The sixteen rules, each with both tokens. */
const RULES: Record<string, (till: Till, token: Token) => Promise<void>> = {
  '1 a stranger’s transaction pays the stranger’s quote alone': async (till, token) => {
    await till.newAddress();
    const [payer, thief] = [await till.newPayer(), await till.newPayer()];
    const [paid, wanted] = [await till.quote(payer, token), await till.quote(thief, token)];
    assert.notEqual(paid.units, wanted.units);
    const hash = await till.pay(paid);
    await till.mine();
    await refused(409, () => till.verify(thief, wanted, hash));
    await till.mine(FINAL_BLOCKS);
    await shows(till, payer, 'completed');
    await shows(till, thief, 'pending');
  },

  '2 the quote’s amount counts, whatever the browser says': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    await refused(400, () => till.quote(payer, token, '1.00'));
    const quote = await till.quote(payer, token);
    const hash = await till.pay(quote, { units: quote.units / 100n });
    await till.mine();
    await till.verify(payer, { ...quote, amount: '0.01' }, hash);
    await till.mine(FINAL_BLOCKS);
    await shows(till, payer, 'partially_paid');
  },

  '3 a quote stands for 15 minutes and is looked for one day more': async (till, token) => {
    const address = await till.newAddress();
    const payer = await till.newPayer();
    const before = till.context.clock.now().getTime();
    const quote = await till.quote(payer, token);
    const livesMs = quote.expires - before;
    assert.ok(livesMs >= minutes(15) && livesMs < minutes(15) + seconds(10), `${livesMs} ms`);
    await till.advance(hours(24) + minutes(14));
    await till.scan();
    assert.equal((await till.attempts(payer))[0]?.status, 'action_required');
    await till.advance(minutes(4));
    await till.scan();
    assert.equal((await till.attempts(payer))[0]?.status, 'expired');
    await till.pay(quote);
    await till.mine(1 + FINAL_BLOCKS);
    assert.equal((await till.attempts(payer))[0]?.status, 'expired');
    assert.deepEqual(await till.reviews(address), ['unmatched']);
  },

  '4 less is kept and the rest asked for, more is flagged': async (till, token) => {
    await till.newAddress();
    const short = await till.newPayer();
    const quote = await till.quote(short, token);
    await payAndPost(till, short, quote, (quote.units * 3n) / 5n);
    await till.mine(FINAL_BLOCKS);
    await shows(till, short, 'partially_paid');
    const [first] = await till.attempts(short);
    assert.equal(first?.flag, 'under');
    const restCents = 100_000n - (first?.receivedCents ?? 0n);
    const rest = await till.quote(short, token);
    assert.ok(rest.units < quote.units / 2n, 'only the rest is asked for');
    await payInFull(till, rest);
    await shows(till, short, 'completed');
    assert.equal((await till.attempts(short))[1]?.receivedCents, restCents);

    await till.newAddress();
    const generous = await till.newPayer();
    const asked = await till.quote(generous, token);
    await payAndPost(till, generous, asked, (asked.units * 6n) / 5n);
    await till.mine(FINAL_BLOCKS);
    await shows(till, generous, 'completed');
    const [more] = await till.attempts(generous);
    assert.equal(more?.flag, 'over');
    assert.ok((more?.receivedCents ?? 0n) >= 120_000n);
  },

  '5 received at one block, paid only when the block is final': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    await till.pay(await till.quote(payer, token));
    await till.mine();
    for (let blocks = 1; blocks < FINAL_BLOCKS; blocks++) {
      await shows(till, payer, 'confirming');
      await till.mine();
    }
    await shows(till, payer, 'confirming');
    await till.mine();
    await shows(till, payer, 'completed');
  },

  '6 after a reorganisation the transaction is found in its new block': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    const hash = await till.pay(await till.quote(payer, token));
    await till.mine();
    const before = await till.blockOf(hash);
    await till.chain.reorg(1, 'none');
    await till.scan();
    assert.equal((await till.receipts(hash))[0]?.state, 'orphaned');
    await till.resend(hash);
    await till.mine(2);
    const [receipt] = await till.receipts(hash);
    assert.equal(receipt?.state, 'seen');
    assert.notEqual(receipt?.blockHash, before);
    await till.mine(FINAL_BLOCKS);
    await shows(till, payer, 'completed');
    assert.equal((await till.attempts(payer)).length, 1);
  },

  '7 a transaction pays once, however often it is posted': async (till, token) => {
    await till.newAddress();
    const [payer, again] = [await till.newPayer(), await till.newPayer()];
    const quote = await till.quote(payer, token);
    const hash = await till.pay(quote);
    await till.mine();
    await till.verify(payer, quote, hash);
    await till.verify(payer, quote, hash);
    await till.mine(FINAL_BLOCKS);
    assert.equal((await till.verify(payer, quote, hash)).status, 'completed');
    const other = await till.quote(again, token);
    await refused(409, () => till.verify(again, other, hash));
    await till.scan();
    await shows(till, again, 'pending');
    assert.equal((await till.receipts(hash)).length, 1);
  },

  '8 another token, address or chain, or a failed transaction, pays nothing': async (
    till,
    token,
  ) => {
    const old = await till.newAddress();
    await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, token);
    const elsewhere = await till.pay(quote, { to: old });
    const failed =
      token === 'ETH'
        ? await till.chain.payEth(CONTRACTS.usdt, quote.units)
        : await till.chain.payTooMuchUsdt(quote.address);
    const other =
      token === 'ETH'
        ? await till.chain.payUsdt(quote.address, 1_000_000_000n)
        : await till.chain.payUsdt(quote.address, quote.units, { contract: CONTRACTS.lookAlike });
    await till.mine();
    for (const hash of [elsewhere, failed, other])
      await refused(409, () => till.verify(payer, quote, hash));
    await till.withNodes(['wrong-chain'], async () => {
      await away(() => till.scan());
    });
    await till.mine(FINAL_BLOCKS);
    await shows(till, payer, 'pending');
    assert.deepEqual(
      await till.reviews(old),
      ['unmatched'],
      'money at an address of ours is listed',
    );
    assert.equal((await till.reviews(quote.address)).length, token === 'ETH' ? 1 : 0);
  },

  '9 a wallet that is a contract pays like any other': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, token);
    const hash = await till.payByContract([quote]);
    await till.mine();
    await till.verify(payer, quote, hash);
    await shows(till, payer, 'confirming');
    await till.mine(FINAL_BLOCKS);
    await shows(till, payer, 'completed');
  },

  '10 a transaction that was sent again for a higher fee is followed': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, token);
    const first = await till.pay(quote);
    assert.equal((await till.verify(payer, quote, first)).status, 'confirming');
    const second = await till.chain.speedUp(first);
    await till.mine();
    await shows(till, payer, 'confirming');
    assert.equal((await till.verify(payer, quote, second)).status, 'confirming');
    await till.mine(FINAL_BLOCKS);
    assert.equal((await till.verify(payer, quote, second)).status, 'completed');
  },

  '11 a payer whose tab was closed has paid': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    await till.pay(await till.quote(payer, token));
    // The site was away too: everything happens before it looks again.
    await till.chain.mine(1 + FINAL_BLOCKS);
    await till.scan();
    await shows(till, payer, 'completed');
  },

  '12 late money is taken while it is worth 99 %, else looked at by hand': async (till, token) => {
    const address = await till.newAddress();
    const [late, later] = [await till.newPayer(), await till.newPayer()];
    const [quote, other] = [await till.quote(late, token), await till.quote(later, token)];
    await till.advance(minutes(20));
    await payInFull(till, quote);
    await shows(till, late, 'completed');
    assert.equal((await till.attempts(late))[0]?.flag, 'late');
    await till.chain.setFeed(token, { answer: token === 'ETH' ? '2950' : '0.985' });
    try {
      await payInFull(till, other);
    } finally {
      await till.chain.setFeed(token, { answer: token === 'ETH' ? '3000' : '1' });
    }
    await shows(till, later, 'pending');
    assert.deepEqual(await till.reviews(address), ['late']);
  },

  '13 a transaction from before the quote does not pay it': async (till, token) => {
    const address = await till.newAddress();
    const [early, prompt] = [await till.newPayer(), await till.newPayer()];
    // The site's clock alone goes ahead: the block is then older than the quote.
    const quote = await till.ahead(minutes(5), () => till.quote(early, token));
    const near = await till.ahead(seconds(30), () => till.quote(prompt, token));
    await till.pay(quote);
    await till.pay(near);
    await till.mine(1 + FINAL_BLOCKS);
    await shows(till, early, 'pending');
    await shows(till, prompt, 'completed');
    assert.deepEqual(await till.reviews(address), ['early']);
  },

  '14 what arrived counts, not what was asked to be sent': async (till, token) => {
    const address = await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, token);
    if (token === 'USDT') {
      await till.chain.setFee(50);
      try {
        await till.pay(quote);
        await till.mine();
      } finally {
        await till.chain.setFee(0);
      }
      await till.mine(FINAL_BLOCKS);
      await shows(till, payer, 'partially_paid');
      const [short] = await till.attempts(payer);
      assert.equal(short?.flag, 'under');
      assert.equal(short?.receivedCents, 99_500n);
      return;
    }
    // A call that speaks of the whole amount and carries a millionth of it.
    await till.chain.client.sendTransaction({
      account: await till.chain.account(0),
      to: getAddress(quote.address),
      value: quote.units / 1_000_000n,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(quote.address), quote.units],
      }),
    });
    await till.mine(1 + FINAL_BLOCKS);
    await shows(till, payer, 'pending');
    assert.deepEqual(await till.reviews(address), ['unmatched']);
  },

  '15 nodes that fail, lie or differ mean: not yet': async (till, token) => {
    await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, token);
    const hash = await till.pay(quote);
    await till.withNodes(['down'], async () => {
      assert.equal((await till.verify(payer, quote, hash).catch(awayOnly))?.status, undefined);
    });
    await till.chain.mine(1);
    // The liar first, or second: neither is believed.
    for (const fault of ['forgetful', 'lying'] as const) {
      await till.withNodes([fault, 'none'], () => till.scan().catch(awayOnly));
      await till.withNodes(['none', fault], () => till.scan().catch(awayOnly));
    }
    assert.deepEqual(await till.receipts(hash), []);
    await till.scan();
    await shows(till, payer, 'confirming');
    await till.chain.mine(FINAL_BLOCKS);
    await till.withNodes(['none', 'forgetful'], () => till.scan().catch(awayOnly));
    await shows(till, payer, 'confirming');
    // A node that is down contradicts no one.
    await till.withNodes(['down', 'none'], () => till.scan());
    await shows(till, payer, 'completed');
  },

  '16 a quote keeps the address that it was given with': async (till, token) => {
    const old = await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, token);
    const now = await till.newAddress();
    assert.equal(quote.address.toLowerCase(), old);
    assert.equal((await till.quote(await till.newPayer(), token)).address.toLowerCase(), now);
    await payInFull(till, quote);
    await shows(till, payer, 'completed');
  },
};

const reorganisation = (depth: number, isBack: boolean): Case => ({
  name: `a reorganisation of ${depth} with the transaction ${isBack ? 'appearing again' : 'gone for good'}`,
  async play(till) {
    await till.newAddress();
    const payer = await till.newPayer();
    const quote = await till.quote(payer, 'ETH');
    await till.pay(quote);
    await till.mine(depth);
    await shows(till, payer, 'confirming');
    await till.chain.reorg(depth, isBack ? 'all' : 'none');
    await till.scan();
    await shows(till, payer, 'confirming');
    await till.mine(FINAL_BLOCKS - depth);
    await shows(till, payer, 'confirming');
    await till.mine(depth);
    if (isBack) return shows(till, payer, 'completed');
    await shows(till, payer, 'failed');
    // And the payer may pay again.
    await payInFull(till, await till.quote(payer, 'ETH'));
    await shows(till, payer, 'completed');
  },
});

const TOGETHER: Case[] = [
  {
    name: 'several quotes paid by one transaction',
    async play(till) {
      await till.newAddress();
      const payers = [await till.newPayer(), await till.newPayer(), await till.newPayer()] as const;
      const quotes = [
        await till.quote(payers[0], 'ETH'),
        await till.quote(payers[1], 'USDT'),
        await till.quote(payers[2], 'ETH'),
      ] as const;
      const hash = await till.payByContract([...quotes]);
      await till.mine();
      // ETH through a contract is found by its hint; one hint shows the whole transaction.
      await till.verify(payers[0], quotes[0], hash);
      await till.mine(FINAL_BLOCKS);
      for (const payer of payers) await shows(till, payer, 'completed');
      assert.equal((await till.receipts(hash)).length, 3);
    },
  },
  {
    name: 'one quote paid by two transactions',
    async play(till) {
      await till.newAddress();
      const payer = await till.newPayer();
      const quote = await till.quote(payer, 'USDT');
      const half = quote.units / 2n;
      await payAndPost(till, payer, quote, half);
      await payAndPost(till, payer, quote, quote.units - half);
      await shows(till, payer, 'confirming');
      await till.mine(FINAL_BLOCKS);
      await shows(till, payer, 'completed');
      const attempts = await till.attempts(payer);
      assert.deepEqual(
        attempts.map(({ status }) => status),
        ['succeeded', 'succeeded'],
      );
      const cents = attempts.reduce((sum, { receivedCents }) => sum + (receivedCents ?? 0n), 0n);
      assert.equal(cents, 100_000n);

      const address = await till.newAddress();
      const twice = await till.newPayer();
      const asked = await till.quote(twice, 'USDT');
      await till.pay(asked);
      await till.pay(asked, { from: 1 });
      await till.mine(1 + FINAL_BLOCKS);
      await shows(till, twice, 'completed');
      assert.deepEqual(await till.reviews(address), ['paid'], 'the second is not dropped');
    },
  },
];

/** The forty, in the order of payments.md. */
export const CASES: readonly Case[] = [
  ...Object.entries(RULES).flatMap(([rule, play]) =>
    (['ETH', 'USDT'] as const).map((token) => ({
      name: `${rule} (${token})`,
      play: (till: Till) => play(till, token),
    })),
  ),
  ...[1, 3, 12].flatMap((depth) => [reorganisation(depth, true), reorganisation(depth, false)]),
  ...TOGETHER,
];

async function shows(till: Till, payer: Payer, status: string): Promise<void> {
  assert.equal(await till.shown(payer), status);
}

async function payAndPost(till: Till, payer: Payer, quote: Quoted, units: bigint): Promise<void> {
  const hash = await till.pay(quote, { units });
  await till.mine();
  await till.verify(payer, quote, hash);
}

async function payInFull(till: Till, quote: Quoted): Promise<void> {
  await till.pay(quote);
  await till.mine(1 + FINAL_BLOCKS);
}

async function refused(status: number, deed: () => Promise<unknown>): Promise<void> {
  await assert.rejects(deed, (error) => error instanceof Fault && error.status === status);
}

async function away(deed: () => Promise<unknown>): Promise<void> {
  await assert.rejects(deed, ChainUnavailable);
}

/** For what may go either way, as long as it goes wrong by no one's being asked. */
function awayOnly(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable)) throw error;
}
