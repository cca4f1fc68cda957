import { afterEach, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openSite, type Site } from '../testing.ts';

const signature = {
  fullName: 'Awa Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  agreeToDeclaration: true,
};
const sentence =
  'The site cannot reach its database. Nothing was lost; please try again in a moment.';

let site: Site;
let stopServer: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stopServer?.();
  // The server that it waits for is gone: an error is fine.
  await site.close().catch((error: Error) => expect(error).toBeInstanceOf(Error));
});

/** A site whose database can be taken away: a PostgreSQL of its own, or the embedded engine. */
async function openAndLose(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    site = await openSite({ work: false });
    return async () => void (await site.database.pglite?.close());
  }
  const server = await startPostgres({ fsync: false });
  stopServer = server.stop;
  const database = await openDatabase({ url: server.url });
  await migrate(database);
  await database.close();
  site = await openSite({ work: false, databaseUrl: server.url });
  return async () => {
    stopServer = undefined;
    await server.stop();
  };
}

describe('without its database', () => {
  test('the site answers every call and every page 503 with when to come again, and lives on', async () => {
    const lose = await openAndLose();
    const visitor = site.visitor();
    expect((await visitor.post('/api/unity-declaration', signature)).status).toBe(201);
    expect((await visitor.get('/readyz')).status).toBe(200);
    await lose();
    for (const answer of [
      await visitor.post('/api/unity-declaration', signature),
      await visitor.get('/api/unity-declaration'),
      await visitor.post('/api/unity-declaration', signature, {
        'idempotency-key': 'key-of-one-operation',
      }),
    ]) {
      expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
        503,
        { message: sentence },
        '2',
      ]);
    }
    const page = await visitor.get('/join', { accept: 'text/html' });
    expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      503,
      '2',
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain(sentence);
    expect((await visitor.post('/api/unity-declaration', {})).status).toBe(400);
    expect((await visitor.get('/healthz')).status).toBe(200);
    expect((await visitor.get('/readyz')).status).toBe(503);
  });

  test('the metrics say that it is away, and nothing of what it held before', async () => {
    const lose = await openAndLose();
    const read = async () => (await site.visitor().get('/metrics')).text;
    const before = await read();
    expect(before).toMatch(/^database_up 1$/m);
    expect(before).toMatch(/^mails_waiting 0$/m);
    await lose();
    const after = await read();
    expect(after).toMatch(/^database_up 0$/m);
    expect(after).toMatch(/^mails_waiting Nan$/im);
  });

  test('the page that was read before is still served', async () => {
    const lose = await openAndLose();
    const visitor = site.visitor();
    expect((await visitor.get('/')).status).toBe(200);
    await lose();
    expect((await visitor.get('/')).status).toBe(200);
  });
});
