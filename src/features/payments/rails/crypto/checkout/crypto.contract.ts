import * as z from 'zod/mini';
import { anyone } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { PLANS } from '../../../../../shared/plan.ts';
import { MessageAnswer } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';
import { TOKENS } from '../crypto.rules.ts';

const token = z.enum(TOKENS, words('Invalid crypto selection'));
/** A JSON number or a decimal string. */
const decimal = z.union([
  z.number().check(z.gte(0), z.lte(1e15)),
  z.string().check(z.regex(/^\d{1,15}(\.\d{1,18})?$/)),
]);

export const QuoteRequest = z.object({
  token,
  /** Must equal a plan’s price per payment; compared in cents. */
  usdAmount: decimal,
  applicationId: z.optional(z.uuid()),
  plan: z.optional(z.enum(PLANS)),
  instalment: z.optional(z.int().check(z.gte(1), z.lte(60))),
});
export type QuoteRequest = z.output<typeof QuoteRequest>;

export const Quote = z.object({
  id: z.uuid(),
  /** Whole tokens, a decimal string. */
  amount: z.string(),
  /** Dollars of one whole token, a decimal string. */
  rate: z.string(),
  /** Milliseconds since 1970, by the server’s clock. */
  expires: z.number(),
  address: z.string(),
});
export type Quote = z.output<typeof Quote>;

export const requestQuote = endpoint({
  name: 'requestQuote',
  summary: 'The price of the next due in ETH or USDT, which stands for a quarter of an hour',
  method: 'POST',
  path: '/api/payments/quote',
  access: anyone,
  limit: 'quote',
  body: QuoteRequest,
  answer: Quote,
  status: 201,
});

export const Verification = z.object({
  txHash: z
    .string()
    .check(
      z.regex(
        /^0x[0-9a-fA-F]{64}$/,
        words('This is not a transaction hash. Copy it again from your wallet.'),
      ),
      z.toLowerCase(),
    ),
  token,
  amount: decimal,
  quoteId: z.optional(z.uuid()),
});
export type Verification = z.output<typeof Verification>;

export const Verified = z.object({
  txHash: z.string(),
  status: z.enum(['confirming', 'completed']),
  /** Blocks on top of the transaction's, itself included, and how many more make it final. */
  confirmations: z.optional(z.number()),
  needed: z.optional(z.number()),
  /** Less than quoted has come: whole tokens as decimal strings, and until when the rest can be sent, in milliseconds. */
  short: z.optional(z.object({ received: z.string(), rest: z.string(), until: z.number() })),
});
export type Verified = z.output<typeof Verified>;

export const verifyCrypto = endpoint({
  name: 'verifyCrypto',
  summary: 'Report the hash of a transaction that pays a quote; answers its status',
  method: 'POST',
  path: '/api/payments/crypto/verify',
  access: anyone,
  limit: 'verify',
  body: Verification,
  answer: Verified,
});

export const Sender = z.object({
  quoteId: z.uuid(),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/), z.toLowerCase()),
  /** EIP-191; longer where a contract checks it (EIP-1271). */
  signature: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/)),
});
export type Sender = z.output<typeof Sender>;

export const signSender = endpoint({
  name: 'signSender',
  summary:
    'Prove by a signature over a quote’s id that an address pays this quote, whatever it sends',
  method: 'POST',
  path: '/api/payments/crypto/sender',
  access: anyone,
  limit: 'verify',
  body: Sender,
  answer: MessageAnswer,
});

export const readCryptoEnvironment = endpoint({
  name: 'readCryptoEnvironment',
  summary: 'What the wallet needs to know; 503 when crypto payments are off',
  method: 'GET',
  path: '/api/payments/crypto/environment',
  access: anyone,
  answer: z.object({
    chainId: z.number(),
    usdtAddress: z.string(),
    /** Where the page reads the chain; null: the chain's own public addresses. */
    rpcUrl: z.nullable(z.string()),
    walletConnect: z.nullable(
      z.object({ projectId: z.string(), relayUrl: z.nullable(z.string()) }),
    ),
    /** A test wallet, in the sandbox only. */
    testWalletUrl: z.nullable(z.string()),
    /** By the server’s clock, for the countdown; milliseconds since 1970. */
    now: z.number(),
  }),
});
