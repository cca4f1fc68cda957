import { randomBytes, randomUUID } from 'node:crypto';
import type { Hash } from 'viem';
import type { FaultMode } from '../../sandbox/chain/faults.ts';
import type { TestChain } from '../../sandbox/chain/testing.ts';
import type { Sandbox } from '../../sandbox/client.ts';
import { saveDraftOfBrowser } from '../../src/features/payments/payer/draft.service.ts';
import {
  checkSubmittedTransaction,
  scanOnce,
} from '../../src/features/payments/rails/crypto/watch/watch.service.ts';
import {
  proveSender,
  verifyPayment,
} from '../../src/features/payments/rails/crypto/checkout/verification.service.ts';
import {
  senderMessage,
  type Token,
} from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import { unitsOf } from '../../src/features/payments/rails/crypto/quotes/quote.rules.ts';
import { createQuote } from '../../src/features/payments/rails/crypto/checkout/quote.service.ts';
import { listTransfersOfHash } from '../../src/features/payments/rails/crypto/settlement/on-chain-transfer.store.ts';
import { chainReviewList } from '../../src/features/payments/rails/crypto/review/chain-review.store.ts';
import { listPaymentsOf } from '../../src/features/payments/core/payment.store.ts';
import {
  addPaymentConfig,
  deactivateConfigs,
} from '../../src/features/payments/pricing/payment-config.store.ts';
import type { movableClock } from '../../src/server/clock.ts';
import type { RequestContext, AppContext } from '../../src/server/context.ts';
import { type Database, inTransaction } from '../../src/server/database/database.ts';
import { readPage } from '../../src/server/lists/list.store.ts';
import type { Plan } from '../../src/shared/plan.ts';

/** The part of the context that a checkout needs: the real one, on a database and a sandbox of its own. */
export type CheckoutContext = Pick<AppContext, 'db' | 'jobs' | 'externalServices' | 'settings'> & {
  clock: ReturnType<typeof movableClock>;
};

/** One browser, as far as paying in crypto goes. */
export interface Payer {
  cookies: Record<string, string | undefined>;
  applicationId: string;
}

export interface Quoted {
  id: string;
  token: Token;
  units: bigint;
  address: string;
  expires: number;
  amount: string;
}

/** The account that signs, and the one that it says it is. */
interface SignOptions {
  from?: number;
  claimed?: number;
}

/** Asks, pays and looks as payers, wallets and the watch do: every action is the site's own. */
export function openCheckout(site: CheckoutContext, sandbox: Sandbox, chain: TestChain) {
  const { db, clock } = site;
  /** Instead of the sandbox's two nodes. */
  let rpcUrls: string[] | undefined;
  const sent = new Map<Hash, Hash>();
  const context: CheckoutContext = {
    ...site,
    externalServices: {
      ...site.externalServices,
      chain() {
        const service = site.externalServices.chain();
        return service && rpcUrls ? { ...service, rpcUrls } : service;
      },
    },
  };

  const counterOf = ({ cookies }: Pick<Payer, 'cookies'>, tx: Database = db) =>
    ({
      ...context,
      db: tx,
      language: 'en',
      request: { id: '', ip: '127.0.0.1', userAgent: '', cookies },
      setCookie: (name: string, value: string) => void (cookies[name] = value),
    }) as unknown as RequestContext<never>;
  const commit = <T>(effect: (tx: Database) => Promise<T>) => inTransaction(db, effect);

  return {
    context,
    chain,

    /** A destination that no one was paid at before: what one case leaves is not in another's way. */
    async newAddress(more: { usdtAddress?: string } = {}): Promise<string> {
      const ethereumAddress = `0x${randomBytes(20).toString('hex')}`;
      const now = clock.now();
      await commit(async (tx) => {
        await deactivateConfigs(tx, 'crypto', now);
        await addPaymentConfig(tx, {
          id: randomUUID(),
          configType: 'crypto',
          configData: { ethereumAddress, bitcoinAddress: '', usdtAddress: '', ...more },
          isActive: true,
          updatedBy: randomUUID(),
          createdAt: now,
          updatedAt: now,
        });
      });
      return ethereumAddress;
    },

    /** Someone who has filled in the form in a browser of their own. */
    async newPayer(plan: Plan = 'onetime'): Promise<Payer> {
      const cookies = {};
      const data = {
        firstName: 'Ama',
        lastName: 'Mensah',
        dateOfBirth: '02/29/1988',
        placeOfBirth: 'Kumasi',
        currentNationality: 'Ghana',
        telephone: '+233241234567',
        email: `${randomUUID()}@example.org`,
        homeAddress: '12 Osu Badu Street, Accra',
      };
      const { id } = await commit((tx) =>
        saveDraftOfBrowser(counterOf({ cookies }, tx), { applicationData: data as never, plan }),
      );
      return { cookies, applicationId: id };
    },

    async quote(payer: Payer, token: Token, usdAmount = '1000.00'): Promise<Quoted> {
      const counter = counterOf(payer);
      const given = await createQuote(counter, { token, usdAmount }, commit);
      const units = unitsOf(given.amount, token);
      if (units === undefined) throw new Error(`Not an amount: ${given.amount}`);
      return { ...given, token, units };
    },

    /** Sends what a quote asks for, or another amount or to another address; the next block has it. */
    async pay(quote: Quoted, { units = quote.units, to = quote.address, from = 0 } = {}) {
      const hash = await (quote.token === 'ETH'
        ? chain.payEth(to, units, { from })
        : chain.payUsdt(to, units, { from }));
      const raw = await chain.client.request<{
        Method: string;
        Parameters: [Hash];
        ReturnType: Hash;
      }>({
        method: 'eth_getRawTransactionByHash',
        params: [hash],
      });
      sent.set(hash, raw);
      return hash;
    },

    /** The same out of a wallet that is a contract. */
    payByContract: (quotes: Quoted[]) =>
      chain.payByContract(
        quotes.map(({ token, address, units }) => ({ token, to: address, units })),
      ),

    /** The account that will send signs the quote, as the page asks it to. */
    async sign(payer: Payer, quote: Quoted, { from = 0, claimed = from }: SignOptions = {}) {
      const address = (await chain.account(claimed)).toLowerCase();
      const signature = await chain.sign(senderMessage(quote.id), { from });
      return proveSender(counterOf(payer), { quoteId: quote.id, address, signature }, commit);
    },

    /** Posts a hash as the page does, and lets the job that follows run. Throws the answer that the page would get. */
    async verify(payer: Payer, quote: Quoted, txHash: string) {
      const { token, amount, id } = quote;
      const asked = { txHash, token, amount, quoteId: id };
      const answer = await verifyPayment(counterOf(payer), asked, commit);
      await checkSubmittedTransaction(context, id);
      return answer;
    },

    /** A round of the watch. */
    scan: () => scanOnce(context),

    /** Adds blocks and looks at them. */
    async mine(blocks = 1): Promise<void> {
      await chain.mine(blocks);
      await scanOnce(context);
    },

    /** Moves the time of site and chain. */
    async advance(ms: number): Promise<void> {
      clock.setOffset(await sandbox.clock.advance(ms));
      await chain.mine(1);
    },

    /** The payer's attempts: state, flag and cents received, in the order they were begun. */
    async attempts({ applicationId }: Pick<Payer, 'applicationId'>) {
      return (await listPaymentsOf(db, [applicationId])).map(({ payment }) => payment);
    },

    /** The site's stored transfers of a transaction. */
    transfers: (txHash: string) => listTransfersOfHash(db, 1, txHash.toLowerCase()),

    blockOf: async (hash: Hash) => (await chain.client.getTransactionReceipt({ hash })).blockHash,

    /** A wallet sends its transaction once more, as wallets do when a reorganisation has taken it. */
    resend: (hash: Hash) =>
      chain.client.sendRawTransaction({ serializedTransaction: sent.get(hash) as Hash }),

    /** With these nodes instead of the two good ones; `none` is a good one. */
    async withNodes<T>(faults: FaultMode[], operation: () => Promise<T>): Promise<T> {
      rpcUrls = faults.map((fault) => chain.rpcUrlAs(fault));
      try {
        return await operation();
      } finally {
        rpcUrls = undefined;
      }
    },

    /** The outside world with other nodes for the chain. */
    outsideWith: (urls: string[]) => ({
      ...site.externalServices,
      chain() {
        const service = site.externalServices.chain();
        return service && { ...service, rpcUrls: urls };
      },
    }),

    /** With the site's clock ahead of the chain's. */
    async ahead<T>(ms: number, operation: () => Promise<T>): Promise<T> {
      const offsetMs = await sandbox.clock.offsetMs();
      clock.setOffset(offsetMs + ms);
      try {
        return await operation();
      } finally {
        clock.setOffset(offsetMs);
      }
    },

    /** How the application shows it. */
    async shown({ applicationId }: Pick<Payer, 'applicationId'>): Promise<string> {
      const [found] = await listPaymentsOf(db, [applicationId]);
      return found?.application.paymentStatus ?? 'none';
    },

    /** Why money to an address waits for a person. */
    async reviews(address: string) {
      const { rows } = await readPage(db, chainReviewList, {}, { limit: 500 });
      return rows
        .filter(({ toAddress }) => toAddress === address.toLowerCase())
        .map(({ reviewReason }) => reviewReason);
    },
  };
}

export type Checkout = ReturnType<typeof openCheckout>;
