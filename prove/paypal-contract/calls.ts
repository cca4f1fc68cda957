import { randomUUID } from 'node:crypto';
import * as gateway from '../../src/features/payments/rails/card/paypal/paypal.gateway.ts';
import {
  approvalOrderRequest,
  invoiceOf,
  storedOrderRequest,
  verifyRequest,
} from '../../src/features/payments/rails/card/paypal/paypal.rules.ts';
import type { CardService } from '../../src/server/external-services.ts';
import type { Sandbox } from '../../sandbox/client.ts';
import { paypalOf } from '../../sandbox/paypal/testing.ts';

/** The calls of the client; a new one does not compile without a line in `makeEveryCall`. */
type Called = Record<keyof typeof gateway, number>;

const addresses = {
  returnUrl: 'http://localhost:3000/application?paid=1',
  cancelUrl: 'http://localhost:3000/apply',
};
/** The smallest and the largest sums, and those of the specification; texts of every length that a due can have. */
const ORDERS = [
  { amountCents: 1n, description: 'K' },
  { amountCents: 10_000n, description: 'One Africa Passport, payment 1 of 12' },
  { amountCents: 100_000n, description: 'Dossier d’Awa – « Passeport Une Afrique » №1' },
  { amountCents: 99_999_999n, description: 'x'.repeat(400) },
];
const payloadOf = (order: (typeof ORDERS)[number]) => ({
  ...order,
  customId: randomUUID(),
  invoiceId: invoiceOf(`PX-${randomUUID().slice(0, 5).toUpperCase()}`, 12),
  currency: 'USD',
});

/** Lets the client say everything that it can say, with a real payment behind each sentence; counts the calls. */
export async function makeEveryCall(card: CardService, sandbox: Sandbox): Promise<Called> {
  const bank = paypalOf(sandbox);
  const called = Object.fromEntries(Object.keys(gateway).map((name) => [name, 0])) as Called;
  const said = async <T>(
    name: keyof typeof gateway,
    call: Promise<{ kind: 'ok'; value: T } | { kind: string }>,
  ): Promise<T> => {
    const answer = await call;
    called[name] += 1;
    if (!('value' in answer)) throw new Error(`${name} was answered ${JSON.stringify(answer)}`);
    return answer.value;
  };

  for (const order of ORDERS)
    for (const wantsVault of [false, true]) {
      const body = approvalOrderRequest({ ...payloadOf(order), ...addresses, wantsVault });
      const { id } = await said('createOrder', gateway.createOrder(card, body, randomUUID()));
      await bank.decide(id, 'approve');
      const taken = await said('captureOrder', gateway.captureOrder(card, id, randomUUID()));
      await said('getOrder', gateway.getOrder(card, id));
      const captureId = String(taken.purchase_units?.[0]?.payments?.captures?.[0]?.id);
      await said('getCapture', gateway.getCapture(card, captureId));
      const tokenId = taken.payment_source?.paypal?.attributes?.vault?.id;
      if (!tokenId) {
        const amount = { amountCents: 1n, currency: 'USD' };
        const note = order.description;
        for (const refund of [{ amount, invoiceId: `R-${randomUUID()}`, note }, {}])
          if (refund.amount || order.amountCents > 1n) {
            const made = await said(
              'refundCapture',
              gateway.refundCapture(card, captureId, refund, randomUUID()),
            );
            await said('getRefund', gateway.getRefund(card, made.id));
          }
        continue;
      }
      const charge = storedOrderRequest({ ...payloadOf(order), vaultId: tokenId });
      const charged = await said('chargeOrder', gateway.chargeOrder(card, charge, randomUUID()));
      await said('getVaultToken', gateway.getVaultToken(card, tokenId));
      await bank.act('captures', captureId, 'dispute');
      const { items = [] } = await said('listDisputes', gateway.listDisputes(card, captureId));
      for (const { dispute_id } of items) {
        await said('getDispute', gateway.getDispute(card, dispute_id));
        const evidence = [{ type: 'OTHER', notes: 'Sent on Monday' }];
        await said('provideEvidence', gateway.provideEvidence(card, dispute_id, evidence));
        await bank.act('disputes', dispute_id, 'ask-seller');
        await said('acceptClaim', gateway.acceptClaim(card, dispute_id, { note: 'Our fault' }));
      }
      const chargedId = String(charged.purchase_units?.[0]?.payments?.captures?.[0]?.id);
      await bank.act('captures', chargedId, 'dispute', { lifecycle: 'INQUIRY' });
      const inquiries = await said('listDisputes', gateway.listDisputes(card, chargedId));
      const offer = { note: 'For the delay', amountCents: 1n, currency: 'USD' };
      for (const { dispute_id } of inquiries.items ?? [])
        await said('makeOffer', gateway.makeOffer(card, dispute_id, offer));
      await said('deleteVaultToken', gateway.deleteVaultToken(card, tokenId));
    }
  const nowMs = Date.now() + (await sandbox.clock.offsetMs());
  const span = { from: new Date(nowMs - 40 * 86_400_000), to: new Date(nowMs) };
  await said('listTransactions', gateway.listTransactions(card, span));
  await said('readBalances', gateway.readBalances(card));
  await said('listDisputesUpdatedSince', gateway.listDisputesUpdatedSince(card, span.from));
  for (const { headers, body } of (await bank.outbox()).slice(-5)) {
    const shown = {
      transmissionId: String(headers['paypal-transmission-id']),
      transmissionTime: String(headers['paypal-transmission-time']),
      certificateUrl: String(headers['paypal-cert-url']),
      algorithm: String(headers['paypal-auth-algo']),
      signature: String(headers['paypal-transmission-sig']),
    };
    const question = verifyRequest(shown, sandbox.paypal.webhookId, JSON.parse(body));
    await said('verifyWebhookAtPaypal', gateway.verifyWebhookAtPaypal(card, question));
  }
  return called;
}
