import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUnits } from 'viem/utils';
import { chainOf, FINAL_BLOCKS, stranger } from '../../sandbox/chain/testing.ts';
import type { Sandbox } from '../../sandbox/client.ts';
import { paypalOf } from '../../sandbox/paypal/testing.ts';
import { DECIMALS, type Token } from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import { scanOnce } from '../../src/features/payments/rails/crypto/watch/watch.service.ts';
import type { Site, Visitor } from '../../src/server/testing.ts';
import { applicant } from '../../testing/visit.ts';
import { forgersWith } from '../webhooks/forgers.ts';
import type { SentNotice } from '../webhooks/lives.ts';
import type { Made } from './make.ts';
import type { Got } from './send.ts';

/** Something of a browser with this cookie. */
interface Owned {
  id: string;
  cookie: string;
}
export interface Quoted extends Owned {
  token: Token;
  /** Whole tokens. */
  amount: string;
  address: string;
}

/** Open checkouts, whose own and others' things the requests name. */
export interface Things {
  applications: Owned[];
  references: string[];
  /** With PayPal's ids. */
  orders: Owned[];
  captures: string[];
  quotes: Quoted[];
  hashes: string[];
  /** Money on the chain that waits for a person. */
  receipts: string[];
  notices: SentNotice[];
  /** PayPal's signature over a notice as it is now. */
  sign: (notice: SentNotice) => { headers: Record<string, string>; body: string };
}

const people = 12;
/** Beyond so many, requests name the ones that are there. */
const mostThings = 400;

/** A checkout on which people pay by card and in crypto, with PayPal and a chain that answer. */
export async function openCheckout(site: Site, sandbox: Sandbox, sandboxDir: string) {
  const [paypal, chain] = [paypalOf(sandbox), chainOf(sandbox)];
  const ours = await chain.account(9);
  const admin = await openRails(site, ours);
  const things: Things = {
    applications: [],
    references: [],
    orders: [],
    captures: [],
    quotes: [],
    hashes: [],
    receipts: [],
    notices: [],
    // Its key is made for the first notice, and is read when one is signed.
    sign: (notice) => forgersWith(keyOf(sandboxDir), sandbox.paypal.webhookId).genuine(notice),
  };
  const pay = ({ token, address }: Quoted, units: bigint) =>
    token === 'ETH' ? chain.payEth(address, units) : chain.payUsdt(address, units);

  for (let n = 0; n < people; n++) await begin(site, things, n);
  const [paidFor, away] = things.orders as [Owned, Owned];
  await paypal.decide(paidFor.id, 'approve');
  await paypal.decide(away.id, 'cancel');
  // One has paid, and PayPal has everything that may follow to tell in notices.
  const { cookie } = paidFor;
  const taken = await site.visitor({ cookie }).post(`/paypal/order/${paidFor.id}/capture`);
  if (taken.status !== 200) throw new Error(`The capture: ${taken.status} ${taken.text}`);
  const { body } = await paypal.order(paidFor.id);
  const captureId = body.purchase_units[0].payments.captures[0].id;
  things.captures.push(captureId);
  await paypal.act('captures', captureId, 'refund', { amount: '25.00' });
  await paypal.act('captures', captureId, 'dispute');
  things.notices.push(...((await paypal.outbox('', 2000)) as SentNotice[]));

  for (const [n, quote] of things.quotes.entries())
    things.hashes.push(await pay(quote, unitsOf(quote) + (n % 2 ? 1n : 0n)));
  things.hashes.push(
    await chain.payTooMuchUsdt(ours),
    await chain.payEth(stranger(), 1n),
    await chain.payUsdt(stranger(), 1n),
  );
  // Money that no one was asked for: a person must say what it is.
  for (let n = 1n; n <= 8n; n++) things.hashes.push(await chain.payUsdt(ours, n * 1_234_567n));
  await chain.mine(FINAL_BLOCKS);

  let [approved, paid] = [things.orders.length, things.quotes.length];
  const checkout = {
    things,
    /** Remembers what an answer has made. */
    learn({ endpoint, headers }: Made, { status, text, headers: answered }: Got): void {
      if (status !== 201 || things.orders.length + things.quotes.length >= mostThings) return;
      const made = JSON.parse(text) as Quoted;
      const set = [answered['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]);
      const cookie = set.join('; ') || (headers.cookie ?? '');
      // Of USDT there are six decimals.
      const token = /\.\d{7}/.test(made.amount) ? 'ETH' : 'USDT';
      if (endpoint.name === 'createCardOrder') things.orders.push({ id: made.id, cookie });
      if (endpoint.name === 'requestQuote') things.quotes.push({ ...made, token, cookie });
    },
    /** Payers and the chain go on: some approve what they have ordered, some pay what they were quoted. */
    async turn(): Promise<void> {
      for (const { id } of things.orders.slice(approved, approved + 5))
        await paypal.decide(id, 'approve');
      approved = Math.min(approved + 5, things.orders.length);
      const quote = things.quotes[paid];
      if (quote) things.hashes.push(await pay(quote, unitsOf(quote)));
      paid = Math.min(paid + 1, things.quotes.length);
      await chain.mine(1);
      await checkout.watch();
    },
    /** Runs the site's own scan of the chain. */
    async watch(): Promise<void> {
      await scanOnce(site.context);
      const { status, text } = await admin.get('/api/admin/payments/chain-review');
      if (status !== 200) throw new Error(`The money to look at: ${status} ${text}`);
      for (const { id } of JSON.parse(text) as { id: string }[])
        if (!things.receipts.includes(id)) things.receipts.push(id);
    },
  };
  await checkout.watch();
  return checkout;
}

export type Checkout = Awaited<ReturnType<typeof openCheckout>>;

const keyOf = (sandboxDir: string) => {
  const signer = readFileSync(join(sandboxDir, 'paypal/signer.json'), 'utf8');
  return createPrivateKey((JSON.parse(signer) as { key: string }).key);
};
const unitsOf = ({ amount, token }: Quoted) => parseUnits(amount, DECIMALS[token]);

/** Switches everything on; answers the administrator who did. */
async function openRails(site: Site, ethereumAddress: string): Promise<Visitor> {
  const admin = await site.loggedIn('admin');
  const rails = {
    zelle: { email: 'pay@prove.example' },
    bank: {
      bankName: 'First Bank',
      accountName: 'One Africa',
      accountNumber: '000123456789',
      routingNumber: '021000021',
    },
    crypto: { ethereumAddress },
  };
  for (const [configType, configData] of Object.entries(rails))
    await demand(admin, '/api/admin/payment-config', { configType, configData });
  return admin;
}

/** The n-th person begins an application, and to pay for it: by card, in ETH or in USDT. */
async function begin(site: Site, things: Things, n: number): Promise<void> {
  const browser = site.visitor();
  const plan = n % 2 ? 'installment' : 'onetime';
  const { id: applicationId, reference } = await demand<{ id: string; reference: string }>(
    browser,
    '/api/applications',
    { plan, applicationData: applicant(`fuzz-checkout${n}@prove.example`) },
  );
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  if (n % 3 === 0) {
    const { id } = await demand<{ id: string }>(browser, '/paypal/order', { plan, applicationId });
    things.orders.push({ id, cookie });
  } else {
    const token = n % 3 === 1 ? 'ETH' : 'USDT';
    const usdAmount = plan === 'onetime' ? '1000.00' : '100.00';
    const asked = { token, usdAmount, applicationId, plan };
    const quote = await demand<Quoted>(browser, '/api/payments/quote', asked);
    things.quotes.push({ ...quote, token, cookie });
  }
  things.applications.push({ id: applicationId, cookie });
  things.references.push(reference);
}

async function demand<T>(browser: Visitor, path: string, body: object): Promise<T> {
  const { status, text } = await browser.post(path, body);
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as T;
}
