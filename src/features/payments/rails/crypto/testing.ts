import { randomBytes } from 'node:crypto';
import { openCheckout } from '../../../../../testing/crypto/checkout.ts';
import { chainOf } from '../../../../../sandbox/chain/testing.ts';
import { start } from '../../../../../sandbox/testing.ts';
import { sandboxServicesOf } from '../../../../server/sandbox.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import type { Visitor } from '../../../../server/testing.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { openAttempt, changePaymentStatus } from '../../core/payment.service.ts';
import { listInstalmentsOf } from '../../core/schedule/schedule.store.ts';
import { myApplications, openPaymentSite, person, zelle } from '../../core/testing.ts';
import type { Quote } from './checkout/crypto.contract.ts';

/** The active configuration of crypto payments as an administrator saves it. */
export const crypto = (changes: Record<string, string> = {}) => ({
  configType: 'crypto',
  configData: { ethereumAddress: newAddress(), ...changes },
});

/** A new address. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** A site on which crypto and Zelle are open, with a chain of its own whose blocks come when they are asked for. */
export async function openChainSite({
  hasSingleNode = false,
  ...options
}: {
  work?: boolean;
  mail?: boolean;
  hasSingleNode?: boolean;
} = {}) {
  const sandbox = await start();
  const chain = chainOf(sandbox);
  await chain.mining('manual');
  const both = sandboxServicesOf(sandbox);
  const rpcUrls = both.chain.rpcUrls.slice(0, hasSingleNode ? 1 : 2);
  const sandboxServices = { ...both, chain: { ...both.chain, rpcUrls } };
  const site = await openPaymentSite({ rails: [zelle, crypto()], sandboxServices, ...options });
  const checkout = openCheckout({ ...site.context, clock: site.clock }, sandbox, chain);
  return Object.assign(site, {
    sandbox,
    chain,
    checkout,
    /** A browser with a draft. */
    async payer(plan: Plan = 'onetime') {
      const visitor = site.visitor();
      const { body } = await visitor.post('/api/applications', { applicationData: person(), plan });
      return Object.assign(visitor, { applicationId: (body as { id: string }).id });
    },
    /** The payer turns to another rail, as far as it is ours: an attempt is open there and waits for them. */
    async turnTo(rail: 'paypal', applicationId: string) {
      await inTransaction(site.db, async (tx) => {
        const [due] = await listInstalmentsOf(tx, [applicationId]);
        if (!due) throw new Error('No due.');
        const at = site.clock.now();
        const actor = { kind: 'payer' } as const;
        const instalmentId = due.instalment.id;
        const { id } = await openAttempt(tx, { instalmentId, rail, actor, at, isTest: true });
        await changePaymentStatus(tx, { paymentId: id, to: 'action_required', actor, at });
      });
    },
    /** Money goes to a new address from here on. */
    configure: (changes: Record<string, string> = {}) =>
      site.admin.post('/api/admin/payment-config', crypto(changes)),
  });
}

export type ChainSite = Awaited<ReturnType<typeof openChainSite>>;

export const askQuote = (visitor: Visitor, token: string, more: object = {}) =>
  visitor.post('/api/payments/quote', { token, usdAmount: '1000.00', ...more });

/** A quote that must be given. */
export async function quoteOf(
  visitor: Visitor,
  token: 'ETH' | 'USDT',
  more: object = {},
): Promise<Quote> {
  const { status, body, text } = await askQuote(visitor, token, more);
  if (status !== 201) throw new Error(text);
  return body as Quote;
}

/** How the browser's newest application is paid. */
export const paymentStatus = async (visitor: Visitor) =>
  (await myApplications(visitor))[0]?.paymentStatus;
