import { eq } from 'drizzle-orm';
import { publishEvent, webhookEndpoints } from '../../server/webhook-outbox.store.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../shared/webhooks/events.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { signatureKeyOf } from '../declaration/signature-link.service.ts';
import { unsubscribeKeyOf } from '../mail/suppressions/suppression.service.ts';
import { openPaymentSite } from '../payments/core/testing.ts';
import type { Delivery } from './delivery.contract.ts';
import { deliverWebhooks } from './delivery.service.ts';
import { openReceiver } from './testing.receiver.ts';

/** A site that may send to this machine, and a receiver on it; nothing is sent but by `send`. */
export async function openWebhookSite() {
  const receiver = await openReceiver();
  const site = await openPaymentSite({ environment: { ALLOW_PRIVATE_WEBHOOKS: 'true' } });
  const { db, admin, context } = site;
  return {
    site,
    receiver,
    /** Takes all endpoints and their log away, and gives the administrator a recent password. */
    async reset() {
      receiver.reset();
      await db.delete(webhookEndpoints);
      await site.login();
    },
    /** An endpoint for every event; answers its id and secret. */
    async listen(changes: object = {}) {
      const body = { url: receiver.url, events: WEBHOOK_EVENTS, ...changes };
      const answer = await admin.post('/api/admin/webhooks', body);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body as { id: string; secret: string };
    },
    /** What is due at an endpoint is sent. */
    send: (endpointId: string) => deliverWebhooks(context, endpointId, { log: site.app.log }),
    log: async (query = '') =>
      (await admin.get(`/api/admin/webhook-deliveries${query}`)).body as Delivery[],
    publish: (objectId: string, type: WebhookEvent = 'payment.succeeded') =>
      publishEvent(db, { type, objectId, data: { id: objectId }, at: site.clock.now() }),
    /** Signs and uses the link of the mail, twice; answers the signature's id. */
    async sign(email: string): Promise<string> {
      const body = { fullName: 'Awa Diop', email, country: 'Senegal', agreeToDeclaration: true };
      await site.visitor().post('/api/unity-declaration', body);
      const [row] = await db
        .select()
        .from(unityDeclarations)
        .where(eq(unityDeclarations.email, email));
      if (!row) throw new Error('Nobody has signed.');
      const key = signatureKeyOf(context.secrets, row);
      for (let times = 0; times < 2; times++)
        await site.visitor().post('/api/unity-declaration/confirm', new URLSearchParams({ key }));
      return row.id;
    },
    /** Presses the button of a bulk mail, twice. */
    async unsubscribe(email: string): Promise<void> {
      const key = encodeURIComponent(unsubscribeKeyOf(context.secrets, email));
      for (let times = 0; times < 2; times++)
        await site.visitor().post(`/api/unsubscribe?key=${key}`);
    },
  };
}
