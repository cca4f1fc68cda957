import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { publishEvent, webhookDeliveries } from '../../server/webhook-outbox.store.ts';
import { minutes } from '../../shared/time.ts';
import { WEBHOOK_EVENTS } from '../../shared/webhooks/events.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import {
  closeWithBalancedLedger,
  confirm,
  myApplication,
  openPaymentSite,
  person,
  submitClaim,
  today,
} from '../payments/core/testing.ts';
import { deliverWebhooks } from './delivery.service.ts';
import { readSample } from './testing.receiver.ts';
import { openWebhookSite } from './testing.webhooks.ts';

const { site, receiver, listen, send, sign, unsubscribe, reset } = await openWebhookSite();
beforeEach(reset);
afterAll(async () => {
  await receiver.stop();
  await closeWithBalancedLedger(site);
});

let paid = 0;
/** A payment of $1,000 that has come. */
async function pay() {
  const number = `W-${++paid}`;
  const email = `payer.${paid}@example.org`;
  const { id, visitor } = await submitClaim(site, number, { person: person({ email }) });
  expect((await confirm(site, number, 1000)).status).toBe(200);
  return { id, email, applicationId: (await myApplication(visitor)).id };
}
const refund = (id: string, amount: string, held: string) =>
  site.admin.post(`/api/admin/payments/${id}/refund`, {
    amount,
    held,
    refundedOn: today(site),
    reason: 'Asked for it.',
  });

describe('the events', () => {
  test('are one for each fact, with ids alone, and their signatures hold in the receiver of the document', async () => {
    const { verify } = await readSample();
    const { id: endpoint, secret } = await listen();
    const signature = await sign('awa@example.org');
    const payment = await pay();
    await refund(payment.id, '100.00', '1000.00');
    await unsubscribe('ama@example.org');
    await send(endpoint);
    const { applicationId } = payment;
    const suppression = receiver.messages.find(({ type }) => type === 'email.unsubscribed');
    expect(receiver.messages.map(({ type, data }) => ({ type, data }))).toEqual(
      expect.arrayContaining([
        { type: 'signature.confirmed', data: { id: signature } },
        { type: 'application.submitted', data: { id: applicationId } },
        { type: 'payment.succeeded', data: { id: payment.id, applicationId } },
        { type: 'payment.refunded', data: { id: payment.id, applicationId } },
        { type: 'email.unsubscribed', data: { id: suppression?.data.id } },
      ]),
    );
    expect(receiver.messages).toHaveLength(5);
    for (const { headers, body, id, type } of receiver.messages) {
      const now = site.clock.now().getTime();
      expect(verify(secret, headers, body, now)).toEqual(JSON.parse(body));
      // No real money moves on the site of a test.
      const isTest = type.startsWith('payment.') ? ['test'] : [];
      const names = ['type', 'timestamp', ...isTest, 'data'];
      expect(Object.keys(JSON.parse(body) as object)).toEqual(names);
      const touched = body.replace('"data"', '"Data"');
      expect(() => verify(secret, headers, touched, now)).toThrow('Not signed');
      const other = { ...headers, 'webhook-id': `${id}0` };
      expect(() => verify(secret, other, body, now)).toThrow('Not signed');
      expect(() => verify(secret, headers, body, now + minutes(6))).toThrow('Not sent now');
    }
  });

  test('carry what an owner has added, as long as it is known', async () => {
    const fields = ['amount', 'method', 'country', 'name', 'email'];
    const { id: endpoint } = await listen({ fields });
    const [signed, gone] = [await sign('kofi@example.org'), await sign('gone@example.org')];
    await site.db.delete(unityDeclarations).where(eq(unityDeclarations.id, gone));
    const { id, email } = await pay();
    await refund(id, '100.00', '1000.00');
    await refund(id, '50.00', '900.00');
    await unsubscribe('abena@example.org');
    await send(endpoint);
    const name = 'Awa Diop';
    const money = { method: 'zelle', currency: 'USD', email };
    const found = (type: string) =>
      receiver.messages.filter((one) => one.type === type).map(({ data }) => data);
    const signatures = found('signature.confirmed');
    expect(signatures).toHaveLength(2);
    const about = { country: 'Senegal', name, email: 'kofi@example.org' };
    expect(signatures).toContainEqual({ id: signed, ...about });
    expect(signatures).toContainEqual({ id: gone });
    expect(found('payment.succeeded')).toMatchObject([{ id, amount: '1000.00', ...money }]);
    expect(found('payment.refunded')).toMatchObject([
      { id, amount: '100.00', ...money },
      { id, amount: '50.00', ...money },
    ]);
    expect(found('email.unsubscribed')).toMatchObject([{ email: 'abena@example.org' }]);
  });

  test('are only those that were chosen, and leave with their fact or not at all', async () => {
    const { id: endpoint } = await listen({ events: ['email.unsubscribed'] });
    await sign('yaw@example.org');
    const lost = inTransaction(site.db, async (tx) => {
      const data = { id: randomUUID() };
      const event = { type: 'email.unsubscribed', objectId: data.id, data } as const;
      await publishEvent(tx, { ...event, at: site.clock.now() });
      throw new Error('killed');
    });
    await expect(lost).rejects.toThrow('killed');
    await unsubscribe('yaw@example.org');
    await send(endpoint);
    expect(receiver.messages.map(({ type }) => type)).toEqual(['email.unsubscribed']);
  });
});

test('an event waits until its fact can no longer be undone, and one that is undone never leaves', async () => {
  const other = await openPaymentSite({ environment: { UNDO_SECONDS: '10' } });
  const body = { url: 'https://localhost:9/', events: WEBHOOK_EVENTS };
  const { id: endpoint } = (await other.admin.post('/api/admin/webhooks', body)).body as {
    id: string;
  };
  const { id } = await submitClaim(other, 'U-1');
  await confirm(other, 'U-1', 1000);
  await deliverWebhooks(other.context, endpoint, { log: other.app.log });
  const types = async () =>
    (await other.db.select().from(webhookDeliveries)).map(({ type, attempts }) => [type, attempts]);
  expect(await types()).toEqual([
    ['application.submitted', 0],
    ['payment.succeeded', 0],
  ]);
  const undone = await other.admin.post(`/api/admin/payments/${id}/take-back`, {
    held: '1000.00',
    reason: 'The wrong payment.',
  });
  expect([undone.status, undone.text]).toEqual([200, expect.anything()]);
  expect(await types()).toEqual([['application.submitted', 0]]);
  other.clock.advance(minutes(1));
  await deliverWebhooks(other.context, endpoint, { log: other.app.log });
  expect(await types()).toEqual([['application.submitted', 1]]);
  await closeWithBalancedLedger(other);
});
