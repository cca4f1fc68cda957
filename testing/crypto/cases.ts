import assert from 'node:assert/strict';
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { CONTRACTS, FINAL_BLOCKS } from '../../sandbox/chain/testing.ts';
import { ChainUnavailable } from '../../src/features/payments/rails/crypto/chain/nodes.gateway.ts';
import { topUpMs, type Token } from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import { Fault } from '../../src/shared/fault.ts';
import { hours, minutes, seconds } from '../../src/shared/time.ts';
import type { Payer, Quoted, Checkout } from './checkout.ts';

/** One of the forty (payments.md §3): it throws when the rule does not hold. */
export interface Case {
  name: string;
  play(checkout: Checkout): Promise<void>;
}

/** The sixteen rules, each with both tokens. */
const RULES: Record<string, (checkout: Checkout, token: Token) => Promise<void>> = {
  '1 a stranger’s transaction pays the stranger’s quote alone': async (checkout, token) => {
    await checkout.newAddress();
    const [payer, attacker] = [await checkout.newPayer(), await checkout.newPayer()];
    const [paid, wanted] = [
      await checkout.quote(payer, token),
      await checkout.quote(attacker, token),
    ];
    assert.notEqual(paid.units, wanted.units);
    const hash = await checkout.pay(paid);
    await checkout.mine();
    await refused(409, () => checkout.verify(attacker, wanted, hash));
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, payer, 'completed');
    await shows(checkout, attacker, 'pending');
  },

  '2 the quote’s amount counts, whatever the browser says': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    await refused(400, () => checkout.quote(payer, token, '1.00'));
    const quote = await checkout.quote(payer, token);
    await checkout.sign(payer, quote);
    const hash = await checkout.pay(quote, { units: quote.units / 100n });
    await checkout.mine();
    await checkout.verify(payer, { ...quote, amount: '0.01' }, hash);
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, payer, 'confirming');
    await passTopUp(checkout);
    await shows(checkout, payer, 'partially_paid');
  },

  '3 a quote stands for 15 minutes and is looked for one day more': async (checkout, token) => {
    const address = await checkout.newAddress();
    const payer = await checkout.newPayer();
    const before = checkout.context.clock.now().getTime();
    const quote = await checkout.quote(payer, token);
    const livesMs = quote.expires - before;
    assert.ok(livesMs >= minutes(15) && livesMs < minutes(15) + seconds(10), `${livesMs} ms`);
    await checkout.advance(hours(24) + minutes(14));
    await checkout.scan();
    assert.equal((await checkout.attempts(payer))[0]?.status, 'action_required');
    await checkout.advance(minutes(4));
    await checkout.scan();
    assert.equal((await checkout.attempts(payer))[0]?.status, 'expired');
    await checkout.pay(quote);
    await checkout.mine(1 + FINAL_BLOCKS);
    assert.equal((await checkout.attempts(payer))[0]?.status, 'expired');
    assert.deepEqual(await checkout.reviews(address), ['unmatched']);
  },

  '4 less is kept and the rest asked for, more is flagged': async (checkout, token) => {
    await checkout.newAddress();
    // Another quote is open all the time: only the signature says whose the money is.
    await checkout.quote(await checkout.newPayer(), token);
    const short = await checkout.newPayer();
    const quote = await checkout.quote(short, token);
    await signAndPay(checkout, short, quote, (quote.units * 3n) / 5n);
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, short, 'confirming');
    await passTopUp(checkout);
    await shows(checkout, short, 'partially_paid');
    const [first] = await checkout.attempts(short);
    assert.equal(first?.flag, 'under');
    const restCents = 100_000n - (first?.receivedCents ?? 0n);
    const rest = await checkout.quote(short, token);
    assert.ok(rest.units < quote.units / 2n, 'only the rest is asked for');
    await payInFull(checkout, rest);
    await shows(checkout, short, 'completed');
    assert.equal((await checkout.attempts(short))[1]?.receivedCents, restCents);

    const generous = await checkout.newPayer();
    const asked = await checkout.quote(generous, token);
    await signAndPay(checkout, generous, asked, (asked.units * 6n) / 5n);
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, generous, 'completed');
    const [more] = await checkout.attempts(generous);
    assert.equal(more?.flag, 'over');
    assert.ok((more?.receivedCents ?? 0n) >= 120_000n);
  },

  '5 received at one block, paid only when the block is final': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    await checkout.pay(await checkout.quote(payer, token));
    await checkout.mine();
    for (let blocks = 1; blocks < FINAL_BLOCKS; blocks++) {
      await shows(checkout, payer, 'confirming');
      await checkout.mine();
    }
    await shows(checkout, payer, 'confirming');
    await checkout.mine();
    await shows(checkout, payer, 'completed');
  },

  '6 after a reorganisation the transaction is found in its new block': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    const hash = await checkout.pay(await checkout.quote(payer, token));
    await checkout.mine();
    const before = await checkout.blockOf(hash);
    await checkout.chain.reorg(1, 'none');
    await checkout.scan();
    assert.equal((await checkout.transfers(hash))[0]?.state, 'orphaned');
    await checkout.resend(hash);
    await checkout.mine(2);
    const [transfer] = await checkout.transfers(hash);
    assert.equal(transfer?.state, 'seen');
    assert.notEqual(transfer?.blockHash, before);
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, payer, 'completed');
    assert.equal((await checkout.attempts(payer)).length, 1);
  },

  '7 a transaction pays once, however often it is posted': async (checkout, token) => {
    await checkout.newAddress();
    const [payer, again] = [await checkout.newPayer(), await checkout.newPayer()];
    const quote = await checkout.quote(payer, token);
    const hash = await checkout.pay(quote);
    await checkout.mine();
    await checkout.verify(payer, quote, hash);
    await checkout.verify(payer, quote, hash);
    await checkout.mine(FINAL_BLOCKS);
    assert.equal((await checkout.verify(payer, quote, hash)).status, 'completed');
    const other = await checkout.quote(again, token);
    await refused(409, () => checkout.verify(again, other, hash));
    await checkout.scan();
    await shows(checkout, again, 'pending');
    assert.equal((await checkout.transfers(hash)).length, 1);
  },

  '8 another token, address or chain, or a failed transaction, pays nothing': async (
    checkout,
    token,
  ) => {
    const old = await checkout.newAddress();
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, token);
    const elsewhere = await checkout.pay(quote, { to: old });
    const failed =
      token === 'ETH'
        ? await checkout.chain.payEth(CONTRACTS.usdt, quote.units)
        : await checkout.chain.payTooMuchUsdt(quote.address);
    const other =
      token === 'ETH'
        ? await checkout.chain.payUsdt(quote.address, 1_000_000_000n)
        : await checkout.chain.payUsdt(quote.address, quote.units, {
            contract: CONTRACTS.lookAlike,
          });
    await checkout.mine();
    for (const hash of [elsewhere, failed, other])
      await refused(409, () => checkout.verify(payer, quote, hash));
    await checkout.withNodes(['wrong-chain'], async () => {
      await away(() => checkout.scan());
    });
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, payer, 'pending');
    assert.deepEqual(
      await checkout.reviews(old),
      ['unmatched'],
      'money at an address of ours is listed',
    );
    assert.equal((await checkout.reviews(quote.address)).length, token === 'ETH' ? 1 : 0);
  },

  '9 a wallet that is a contract pays like any other': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, token);
    const hash = await checkout.payByContract([quote]);
    await checkout.mine();
    await checkout.verify(payer, quote, hash);
    await shows(checkout, payer, 'confirming');
    await checkout.mine(FINAL_BLOCKS);
    await shows(checkout, payer, 'completed');
  },

  '10 a transaction that was sent again for a higher fee is followed': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, token);
    const first = await checkout.pay(quote);
    assert.equal((await checkout.verify(payer, quote, first)).status, 'confirming');
    const second = await checkout.chain.speedUp(first);
    await checkout.mine();
    await shows(checkout, payer, 'confirming');
    assert.equal((await checkout.verify(payer, quote, second)).status, 'confirming');
    await checkout.mine(FINAL_BLOCKS);
    assert.equal((await checkout.verify(payer, quote, second)).status, 'completed');
  },

  '11 a payer whose tab was closed has paid': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    await checkout.pay(await checkout.quote(payer, token));
    // The site was away too: everything happens before it looks again.
    await checkout.chain.mine(1 + FINAL_BLOCKS);
    await checkout.scan();
    await shows(checkout, payer, 'completed');
  },

  '12 late money is taken while it is worth 99 %, else looked at by hand': async (
    checkout,
    token,
  ) => {
    const address = await checkout.newAddress();
    const [late, later] = [await checkout.newPayer(), await checkout.newPayer()];
    const [quote, other] = [await checkout.quote(late, token), await checkout.quote(later, token)];
    await checkout.advance(minutes(20));
    await payInFull(checkout, quote);
    await shows(checkout, late, 'completed');
    assert.equal((await checkout.attempts(late))[0]?.flag, 'late');
    await checkout.chain.setFeed(token, { answer: token === 'ETH' ? '2950' : '0.985' });
    try {
      await payInFull(checkout, other);
    } finally {
      await checkout.chain.setFeed(token, { answer: token === 'ETH' ? '3000' : '1' });
    }
    await shows(checkout, later, 'pending');
    assert.deepEqual(await checkout.reviews(address), ['late']);
  },

  '13 a transaction from before the quote does not pay it': async (checkout, token) => {
    const address = await checkout.newAddress();
    const [early, prompt] = [await checkout.newPayer(), await checkout.newPayer()];
    // The site's clock alone goes ahead: the block is then older than the quote.
    const quote = await checkout.ahead(minutes(5), () => checkout.quote(early, token));
    const near = await checkout.ahead(seconds(30), () => checkout.quote(prompt, token));
    await checkout.pay(quote);
    await checkout.pay(near);
    await checkout.mine(1 + FINAL_BLOCKS);
    await shows(checkout, early, 'pending');
    await shows(checkout, prompt, 'completed');
    assert.deepEqual(await checkout.reviews(address), ['early']);
  },

  '14 what arrived counts, not what was asked to be sent': async (checkout, token) => {
    const address = await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, token);
    if (token === 'USDT') {
      await checkout.chain.setFee(50);
      try {
        await checkout.pay(quote);
        await checkout.mine();
      } finally {
        await checkout.chain.setFee(0);
      }
      await checkout.mine(FINAL_BLOCKS);
      await passTopUp(checkout);
      await shows(checkout, payer, 'partially_paid');
      const [short] = await checkout.attempts(payer);
      assert.equal(short?.flag, 'under');
      assert.equal(short?.receivedCents, 99_500n);
      return;
    }
    // A call that speaks of the whole amount and carries a millionth of it.
    await checkout.chain.client.sendTransaction({
      account: await checkout.chain.account(0),
      to: getAddress(quote.address),
      value: quote.units / 1_000_000n,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(quote.address), quote.units],
      }),
    });
    await checkout.mine(1 + FINAL_BLOCKS);
    await shows(checkout, payer, 'pending');
    assert.deepEqual(await checkout.reviews(address), ['unmatched']);
  },

  '15 nodes that fail, lie or differ mean: not yet': async (checkout, token) => {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, token);
    const hash = await checkout.pay(quote);
    await checkout.withNodes(['down'], async () => {
      assert.equal((await checkout.verify(payer, quote, hash).catch(awayOnly))?.status, undefined);
    });
    await checkout.chain.mine(1);
    // The liar first, or second: neither is believed.
    for (const fault of ['forgetful', 'lying'] as const) {
      await checkout.withNodes([fault, 'none'], () => checkout.scan().catch(awayOnly));
      await checkout.withNodes(['none', fault], () => checkout.scan().catch(awayOnly));
    }
    assert.deepEqual(await checkout.transfers(hash), []);
    await checkout.scan();
    await shows(checkout, payer, 'confirming');
    for (const nodes of [
      ['hasty', 'none'],
      ['none', 'hasty'],
    ] as const)
      await checkout.withNodes([...nodes], () => checkout.scan());
    await shows(checkout, payer, 'confirming');
    await checkout.chain.mine(FINAL_BLOCKS);
    await checkout.withNodes(['none', 'forgetful'], () => checkout.scan().catch(awayOnly));
    await shows(checkout, payer, 'confirming');
    // A good node alone is not believed either, and final is what both call final.
    for (const nodes of [
      ['down', 'none'],
      ['none', 'wrong-chain'],
      ['none', 'lagging'],
    ] as const) {
      await checkout.withNodes([...nodes], () => checkout.scan().catch(awayOnly));
      await shows(checkout, payer, 'confirming');
    }
    // Two that agree outvote a liar, and one that is down contradicts no one.
    await checkout.withNodes(['lying', 'none', 'down', 'none'], () => checkout.scan());
    await shows(checkout, payer, 'completed');
  },

  '16 a quote keeps the address that it was given with': async (checkout, token) => {
    const old = await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, token);
    const now = await checkout.newAddress();
    assert.equal(quote.address.toLowerCase(), old);
    assert.equal(
      (await checkout.quote(await checkout.newPayer(), token)).address.toLowerCase(),
      now,
    );
    await payInFull(checkout, quote);
    await shows(checkout, payer, 'completed');
  },
};

const reorganisation = (depth: number, isBack: boolean): Case => ({
  name: `a reorganisation of ${depth} with the transaction ${isBack ? 'appearing again' : 'gone for good'}`,
  async play(checkout) {
    await checkout.newAddress();
    const payer = await checkout.newPayer();
    const quote = await checkout.quote(payer, 'ETH');
    await checkout.pay(quote);
    await checkout.mine(depth);
    await shows(checkout, payer, 'confirming');
    await checkout.chain.reorg(depth, isBack ? 'all' : 'none');
    await checkout.scan();
    await shows(checkout, payer, 'confirming');
    await checkout.mine(FINAL_BLOCKS - depth);
    await shows(checkout, payer, 'confirming');
    await checkout.mine(depth);
    if (isBack) return shows(checkout, payer, 'completed');
    await shows(checkout, payer, 'failed');
    // And the payer may pay again.
    await payInFull(checkout, await checkout.quote(payer, 'ETH'));
    await shows(checkout, payer, 'completed');
  },
});

const TOGETHER: Case[] = [
  {
    name: 'several quotes paid by one transaction',
    async play(checkout) {
      await checkout.newAddress();
      const payers = [
        await checkout.newPayer(),
        await checkout.newPayer(),
        await checkout.newPayer(),
      ] as const;
      const quotes = [
        await checkout.quote(payers[0], 'ETH'),
        await checkout.quote(payers[1], 'USDT'),
        await checkout.quote(payers[2], 'ETH'),
      ] as const;
      const hash = await checkout.payByContract([...quotes]);
      await checkout.mine();
      // ETH through a contract is found by its hint; one hint shows the whole transaction.
      await checkout.verify(payers[0], quotes[0], hash);
      await checkout.mine(FINAL_BLOCKS);
      for (const payer of payers) await shows(checkout, payer, 'completed');
      assert.equal((await checkout.transfers(hash)).length, 3);
    },
  },
  {
    name: 'one quote paid by two transactions',
    async play(checkout) {
      await checkout.newAddress();
      const payer = await checkout.newPayer();
      const quote = await checkout.quote(payer, 'USDT');
      const half = quote.units / 2n;
      await signAndPay(checkout, payer, quote, half);
      await checkout.mine(FINAL_BLOCKS);
      await signAndPay(checkout, payer, quote, quote.units - half);
      await shows(checkout, payer, 'confirming');
      await checkout.mine(FINAL_BLOCKS);
      await shows(checkout, payer, 'completed');
      const attempts = await checkout.attempts(payer);
      assert.deepEqual(
        attempts.map(({ status, flag, receivedCents }) => [status, flag, receivedCents]),
        [['succeeded', 'none', 100_000n]],
      );

      const address = await checkout.newAddress();
      const twice = await checkout.newPayer();
      const asked = await checkout.quote(twice, 'USDT');
      await checkout.pay(asked);
      await checkout.pay(asked, { from: 1 });
      await checkout.mine(1 + FINAL_BLOCKS);
      await shows(checkout, twice, 'completed');
      assert.deepEqual(await checkout.reviews(address), ['paid'], 'the second is not dropped');
    },
  },
  ...(['ETH', 'USDT'] as const).map((token) => ({
    name: `one unit short is short, and one unit more completes it (${token})`,
    async play(checkout: Checkout) {
      await checkout.newAddress();
      const payer = await checkout.newPayer();
      const quote = await checkout.quote(payer, token);
      await signAndPay(checkout, payer, quote, quote.units - 1n);
      await checkout.mine(FINAL_BLOCKS);
      await shows(checkout, payer, 'confirming');
      await signAndPay(checkout, payer, quote, 1n);
      await checkout.mine(FINAL_BLOCKS);
      await shows(checkout, payer, 'completed');

      const stopped = await checkout.newPayer();
      const asked = await checkout.quote(stopped, token);
      await signAndPay(checkout, stopped, asked, asked.units - 1n);
      await checkout.mine(FINAL_BLOCKS);
      await passTopUp(checkout);
      await shows(checkout, stopped, 'partially_paid');
      assert.equal((await checkout.attempts(stopped))[0]?.receivedCents, 99_999n);
    },
  })),
  ...(['ETH', 'USDT'] as const).map((token) => ({
    name: `whoever names a sender without its signature gets nothing (${token})`,
    async play(checkout: Checkout) {
      const address = await checkout.newAddress();
      const [payer, thief] = [await checkout.newPayer(), await checkout.newPayer()];
      const quote = await checkout.quote(payer, token);
      const wanted = await checkout.quote(thief, token);
      await refused(409, () => checkout.sign(thief, wanted, { from: 1, claimed: 0 }));
      await checkout.sign(thief, wanted, { from: 1 });
      const hash = await checkout.pay(quote, { units: (quote.units * 3n) / 5n });
      await checkout.mine();
      await refused(409, () => checkout.verify(thief, wanted, hash));
      await shows(checkout, thief, 'pending');
      assert.deepEqual(await checkout.reviews(address), ['unmatched']);
      // Its sender signs later: it is found again.
      await checkout.sign(payer, quote);
      await checkout.mine(FINAL_BLOCKS);
      await shows(checkout, payer, 'confirming');
      await shows(checkout, thief, 'pending');
      assert.deepEqual(await checkout.reviews(address), []);
    },
  })),
];

/** All of them, the forty in the order of payments.md. */
export const CASES: readonly Case[] = [
  ...Object.entries(RULES).flatMap(([rule, play]) =>
    (['ETH', 'USDT'] as const).map((token) => ({
      name: `${rule} (${token})`,
      play: (checkout: Checkout) => play(checkout, token),
    })),
  ),
  ...[1, 3, 12].flatMap((depth) => [reorganisation(depth, true), reorganisation(depth, false)]),
  ...TOGETHER,
];

async function shows(checkout: Checkout, payer: Payer, status: string): Promise<void> {
  assert.equal(await checkout.shown(payer), status);
}

async function signAndPay(
  checkout: Checkout,
  payer: Payer,
  quote: Quoted,
  units: bigint,
): Promise<void> {
  await checkout.sign(payer, quote);
  const hash = await checkout.pay(quote, { units });
  await checkout.mine();
  await checkout.verify(payer, quote, hash);
}

/** Until the time for the rest is over. */
async function passTopUp(checkout: Checkout): Promise<void> {
  await checkout.advance(topUpMs + minutes(3));
  await checkout.scan();
}

async function payInFull(checkout: Checkout, quote: Quoted): Promise<void> {
  await checkout.pay(quote);
  await checkout.mine(1 + FINAL_BLOCKS);
}

async function refused(status: number, operation: () => Promise<unknown>): Promise<void> {
  await assert.rejects(operation, (error) => error instanceof Fault && error.status === status);
}

async function away(operation: () => Promise<unknown>): Promise<void> {
  await assert.rejects(operation, ChainUnavailable);
}

/** For what may go either way, as long as it goes wrong by no one's being asked. */
function awayOnly(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable)) throw error;
}
