import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { publishEvent, webhookDeliveries } from '../../server/webhook-outbox.store.ts';
import { days, hours, minutes } from '../../shared/time.ts';
import { WEBHOOK_EVENTS } from '../../shared/webhooks/events.ts';
import { closeWithBalancedLedger, openPaymentSite } from '../payments/core/testing.ts';
import { removeOldDeliveries, sweepWebhooks } from './delivery.service.ts';
import { openWebhookSite } from './testing.webhooks.ts';

const { site, receiver, listen, send, log, publish, reset } = await openWebhookSite();
beforeEach(reset);
afterAll(async () => {
  await receiver.stop();
  await closeWithBalancedLedger(site);
});

const seen = () => receiver.messages.map(({ type, data }) => [type, data.id]);

describe('a receiver', () => {
  test('that is down for an hour gets every event once it is back, those of each object in order', async () => {
    const { id: endpoint } = await listen();
    const [one, other] = [randomUUID(), randomUUID()];
    await publish(one, 'application.submitted');
    await publish(other, 'application.submitted');
    await publish(one);
    await receiver.stop();
    for (const pause of [0, 1, 5, 15, 60]) {
      if (pause === 60) await receiver.restart();
      site.clock.advance(minutes(pause));
      await send(endpoint);
      if (pause === 5) await publish(one, 'payment.refunded');
    }
    expect(seen()).toHaveLength(4);
    expect(seen().filter(([, id]) => id === one)).toEqual([
      ['application.submitted', one],
      ['payment.succeeded', one],
      ['payment.refunded', one],
    ]);
    await site.login();
    expect(await log('?status=waiting')).toEqual([]);
    const [first] = (await log()).slice(-1);
    expect(first).toMatchObject({ state: 'delivered', attempts: 5, status: 204, error: null });
  });

  test('that answers 500 for one object holds back its later events alone', async () => {
    const { id: endpoint } = await listen();
    const [broken, sound] = [randomUUID(), randomUUID()];
    for (const id of [broken, sound]) {
      await publish(id);
      await publish(id, 'payment.refunded');
    }
    receiver.behaviour.answer = ({ data }) => (data.id === broken ? 500 : 204);
    await send(endpoint);
    expect(seen()).toEqual(
      expect.arrayContaining([
        ['payment.succeeded', broken],
        ['payment.succeeded', sound],
        ['payment.refunded', sound],
      ]),
    );
    expect(seen()).toHaveLength(3);
    const waiting = await log('?status=waiting');
    expect(waiting).toHaveLength(2);
    // Both may have been written in one millisecond, so their order in the log is not said.
    expect(waiting).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: null, error: null, attempts: 0 }),
        expect.objectContaining({ status: 500, error: 'Answered 500.', attempts: 1 }),
      ]),
    );
    // Before its pause is over it is left alone.
    await send(endpoint);
    expect(receiver.messages).toHaveLength(3);
    receiver.reset();
    site.clock.advance(minutes(1));
    await send(endpoint);
    expect(seen()).toEqual([
      ['payment.succeeded', broken],
      ['payment.refunded', broken],
    ]);
  });

  test('that takes longer than five seconds is tried again, and holds up no other event meanwhile', async () => {
    const { id: endpoint } = await listen();
    const [slow, fast] = [randomUUID(), randomUUID()];
    await publish(slow);
    await publish(fast);
    receiver.behaviour.answer = ({ data }) => (data.id === slow ? 'nothing' : 204);
    const began = performance.now();
    await send(endpoint);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(await log('?status=delivered')).toMatchObject([{ objectId: fast }]);
    expect(await log('?status=waiting')).toMatchObject([
      { objectId: slow, attempts: 1, status: null, error: 'No answer within five seconds.' },
    ]);
    receiver.reset();
    site.clock.advance(minutes(1));
    await send(endpoint);
    expect(seen()).toEqual([['payment.succeeded', slow]]);
  });

  test('that has an event when the process dies gets it once more, under the same id', async () => {
    const { id: endpoint } = await listen();
    await publish(randomUUID());
    // The receiver has answered, and nothing can be written down any more.
    await site.db.execute(sql`create function refuse_note() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`);
    await site.db.execute(sql`create trigger refuse_note before update on webhook_deliveries
      for each row when (new.state = 'delivered') execute function refuse_note()`);
    await expect(send(endpoint)).rejects.toThrow();
    await site.db.execute(sql`drop trigger refuse_note on webhook_deliveries`);
    await site.db.execute(sql`drop function refuse_note`);
    await send(endpoint);
    expect(receiver.messages).toHaveLength(1);
    site.clock.advance(minutes(2));
    await send(endpoint);
    const [first, second] = receiver.messages;
    expect(receiver.messages).toHaveLength(2);
    expect(second?.id).toBe(first?.id);
    expect(second?.body).toBe(first?.body);
  });

  test('gets each event once from two processes that send at the same moment', async () => {
    const { id: endpoint } = await listen();
    for (let n = 0; n < 20; n++) await publish(randomUUID());
    await Promise.all([send(endpoint), send(endpoint)]);
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(20);
    expect(receiver.messages).toHaveLength(20);
  });

  test('that never answers well is given up after three days, and later events go on', async () => {
    const { id: endpoint } = await listen();
    const object = randomUUID();
    await publish(object);
    await publish(object, 'payment.refunded');
    receiver.behaviour.answer = ({ type }) => (type === 'payment.succeeded' ? 404 : 204);
    const began = site.clock.now().getTime();
    for (let tries = 0; tries < 40; tries++) {
      await send(endpoint);
      site.clock.advance(hours(2));
    }
    const given = receiver.messages.filter(({ type }) => type === 'payment.succeeded');
    expect(given).toHaveLength(12);
    await site.login();
    const [failed] = await log('?status=failed');
    expect(failed).toMatchObject({ status: 404, attempts: 12, nextAttemptAt: null });
    const lastedMs = Date.parse(failed?.attemptedAt ?? '') - began;
    expect(lastedMs).toBeGreaterThan(days(2.9));
    expect(lastedMs).toBeLessThan(days(3.3));
    expect(await log('?status=delivered')).toMatchObject([{ type: 'payment.refunded' }]);
  });
});

test('the log forgets what is older than thirty days', async () => {
  const { id: endpoint } = await listen();
  await publish(randomUUID());
  await send(endpoint);
  site.clock.advance(days(29));
  await publish(randomUUID());
  await removeOldDeliveries(site.context);
  expect(await site.db.select().from(webhookDeliveries)).toHaveLength(2);
  site.clock.advance(days(2));
  await removeOldDeliveries(site.context);
  expect(await site.db.select().from(webhookDeliveries)).toMatchObject([{ state: 'waiting' }]);
});

test('on a site as in production an address without encryption is refused, and one of a private network never asked', async () => {
  const other = await openPaymentSite({ work: true });
  const add = (url: string) =>
    other.admin.post('/api/admin/webhooks', { url, events: WEBHOOK_EVENTS });
  expect((await add(receiver.url)).status).toBe(400);
  expect((await add(receiver.url.replace('http:', 'https:'))).status).toBe(201);
  const objectId = randomUUID();
  const event = { type: 'payment.succeeded', objectId, data: { id: objectId } } as const;
  await publishEvent(other.db, {
    ...event,
    at: new Date(other.clock.now().getTime() - minutes(1)),
  });
  // From the sweep through the queue to the socket.
  await sweepWebhooks(other.context);
  await other.until(async () => {
    expect(await other.db.select().from(webhookDeliveries)).toMatchObject([
      { state: 'waiting', error: 'localhost is not a public receiver.' },
    ]);
  });
  await closeWithBalancedLedger(other);
});
