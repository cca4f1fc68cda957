import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { minutes } from '../../shared/time.ts';
import { WEBHOOK_EVENTS } from '../../shared/webhooks/events.ts';
import { closeWithBalancedLedger } from '../payments/core/testing.ts';
import { readSample } from './testing.receiver.ts';
import { openWebhookSite } from './testing.webhooks.ts';

const { site, receiver, listen, send, log, publish, reset } = await openWebhookSite();
beforeEach(reset);
afterAll(async () => {
  await receiver.stop();
  await closeWithBalancedLedger(site);
});

describe('an owner', () => {
  test('sends an event again under its id, however it ended', async () => {
    const { id: endpoint } = await listen();
    await publish(randomUUID());
    await send(endpoint);
    const [delivery] = await log();
    const again = await site.admin.post(`/api/admin/webhook-deliveries/${delivery?.id}/send`);
    expect(again).toMatchObject({
      status: 200,
      body: { message: 'The event is on its way again.' },
    });
    await send(endpoint);
    expect(receiver.messages.map(({ id }) => id)).toEqual([delivery?.id, delivery?.id]);
    const missing = `/api/admin/webhook-deliveries/${randomUUID()}/send`;
    expect((await site.admin.post(missing)).status).toBe(404);
  });

  test('pauses an endpoint: events wait, and leave when it goes on', async () => {
    const { id: endpoint } = await listen();
    const change = (isPaused: boolean) =>
      site.admin.put(`/api/admin/webhooks/${endpoint}`, {
        url: receiver.url,
        events: WEBHOOK_EVENTS,
        isPaused,
      });
    expect((await change(true)).status).toBe(200);
    await publish(randomUUID());
    await send(endpoint);
    expect(receiver.messages).toEqual([]);
    const list = (await site.admin.get('/api/admin/webhooks')).body;
    expect(list).toMatchObject([{ isPaused: true, waiting: 1, failed: 0 }]);
    await change(false);
    await send(endpoint);
    expect(receiver.messages).toHaveLength(1);
  });

  test('replaces the secret: the old one signs nothing any more', async () => {
    const { verify } = await readSample();
    const { id: endpoint, secret: old } = await listen();
    const answer = await site.admin.post(`/api/admin/webhooks/${endpoint}/secret`);
    const { secret } = answer.body as { secret: string };
    await publish(randomUUID());
    await send(endpoint);
    const [message] = receiver.messages;
    const now = site.clock.now().getTime();
    expect(verify(secret, message?.headers ?? {}, message?.body ?? '', now)).toBeInstanceOf(Object);
    expect(() => verify(old, message?.headers ?? {}, message?.body ?? '', now)).toThrow(
      'Not signed',
    );
  });

  test('sees the secret once: it is sealed in the database, and in no list and no log', async () => {
    const { secret } = await listen();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await site.admin.get('/api/admin/webhooks')).text).not.toContain('whsec_');
    const bare = secret.replace('whsec_', '');
    for (const table of ['webhook_endpoints', 'audit_log', 'idempotency_keys']) {
      const { rows } = await site.db.execute(sql.raw(`select t::text as row from ${table} t`));
      expect(JSON.stringify(rows)).not.toContain(bare);
    }
  });

  test('alone may do this, with a recent password', async () => {
    const body = { url: receiver.url, events: WEBHOOK_EVENTS };
    for (const role of ['viewer', 'finance', 'editor', 'moderator'] as const) {
      const other = await site.loggedIn(role);
      expect((await other.post('/api/admin/webhooks', body)).status).toBe(403);
      expect((await other.get('/api/admin/webhook-deliveries')).status).toBe(403);
    }
    site.clock.advance(minutes(6));
    expect((await site.admin.post('/api/admin/webhooks', body)).body).toMatchObject({
      reason: 'reauthenticate',
    });
  });

  test.each([
    ['http://example.org/hook', 'without encryption'],
    ['https://user:secret@example.org/hook', 'with a password'],
    ['https://example.org/#hook', 'with a fragment'],
    ['ftp://example.org/', 'of another protocol'],
    ['example.org', 'that is none'],
  ])('cannot enter %s, an address %s', async (url) => {
    const answer = await site.admin.post('/api/admin/webhooks', { url, events: WEBHOOK_EVENTS });
    expect(answer).toMatchObject({ status: 400, body: { fields: { url: expect.anything() } } });
  });

  test('enters an address once, and at most ten', async () => {
    const first = await listen();
    const again = { url: receiver.url, events: WEBHOOK_EVENTS };
    expect((await site.admin.post('/api/admin/webhooks', again)).status).toBe(409);
    for (let n = 1; n < 10; n++) await listen({ url: `https://example.org/${n}` });
    const eleventh = { url: 'https://example.org/11', events: WEBHOOK_EVENTS };
    expect((await site.admin.post('/api/admin/webhooks', eleventh)).status).toBe(409);
    expect((await site.admin.delete(`/api/admin/webhooks/${first.id}`)).status).toBe(200);
    expect((await site.admin.post('/api/admin/webhooks', eleventh)).status).toBe(201);
  });
});
