import { sql } from 'drizzle-orm';
import type { Sandbox } from '../../sandbox/client.ts';
import type { Site, Visitor } from '../../src/server/testing.ts';
import { openCheckout } from '../fuzz/checkout.ts';

/** In every private text of the victims: no one else may ever read it. */
export const PRIVATE = 'for-their-eyes-only';

export interface Member extends Visitor {
  id: string;
}

/** A member with a proved address. */
export async function verified(site: Site): Promise<Member> {
  const member = await site.loggedIn('member');
  await site.db.execute(
    sql`update users set email_verified_at = ${site.clock.now().toISOString()} where id = ${member.id}`,
  );
  return member;
}

async function demand(
  browser: Visitor,
  method: 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<string> {
  const { status, text } = await browser.send(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text;
}

/**
 * The victims' data: two members who keep to themselves and write to each other, with sessions, a
 * passkey, a claimed application, a report; payers with orders, quotes and money under way.
 */
export async function settle(site: Site, sandbox: Sandbox, sandboxDir: string): Promise<void> {
  const checkout = await openCheckout(site, sandbox, sandboxDir);
  const [one, other] = [await verified(site), await verified(site)];
  const letter = (recipientId: string, subject: string) => ({
    recipientId,
    subject: `${subject} ${PRIVATE}`,
    content: `Between us, ${PRIVATE}.`,
  });
  await demand(one, 'POST', '/api/messages', letter(other.id, 'A question'));
  await demand(other, 'POST', '/api/messages', letter(one.id, 'An answer'));
  for (const member of [one, other])
    await demand(member, 'PUT', '/api/profile', {
      bio: `I am ${PRIVATE}`,
      city: PRIVATE,
      interests: PRIVATE,
      isPublic: false,
    });
  const received = JSON.parse((await one.get('/api/messages')).text) as {
    id: string;
    recipientId: string;
  }[];
  const mail = received.find(({ recipientId }) => recipientId === one.id);
  await demand(one, 'POST', `/api/messages/${mail?.id}/report`, { reason: 'spam', note: PRIVATE });
  await site.db.execute(
    sql`insert into passkeys (id, user_id, public_key, counter, transports, name, created_at)
        values ('victims-passkey', ${one.id}, 'AA', 0, '{}', ${PRIVATE}, ${site.clock.now().toISOString()})`,
  );
  // Made with the same address before there was an account.
  const application = checkout.things.applications[0];
  await site.db.execute(
    sql`update passport_applications set email = (select email from users where id = ${one.id})
        where id = ${application?.id}`,
  );
  const claim = { kind: 'application', id: application?.id };
  await demand(one, 'POST', '/api/profile/records/claim', claim);
  // Private texts of applications.
  await site.db.execute(
    sql`update passport_applications set home_address = ${`12 ${PRIVATE} Street, Accra`}, place_of_birth = ${PRIVATE}`,
  );
}

/** Every name by which something in the database is asked for, with its place. */
export async function namesIn({ db }: Site): Promise<{ id: string; of: string }[]> {
  const { rows } = await db.execute<{ name: string; named: string }>(
    sql`select table_name as name, column_name as named from information_schema.columns
        where table_schema = 'public' and (column_name in ('id', 'order_id', 'capture_id', 'reference', 'hash', 'number')
          or column_name like '%\_id')`,
  );
  const found = new Map<string, string>();
  for (const { name, named } of rows as unknown as { name: string; named: string }[]) {
    const { rows: ids } = await db.execute<{ id: string | null }>(
      sql`select distinct ${sql.identifier(named)}::text as id from ${sql.identifier(name)} limit 6`,
    );
    for (const { id } of ids as unknown as { id: string | null }[])
      if (id && !found.has(id)) found.set(id, `${name}.${named}`);
  }
  return [...found].map(([id, of]) => ({ id, of }));
}

/** Changed by anyone who knocks, refused or not. */
const RESTLESS = new Set(['rate_limits', 'login_tries', 'used_proofs', 'idempotency_keys']);

/** Every row as it is now; `changed` returns those that were changed or deleted since. */
export async function photograph({ db }: Site) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const tables = (rows as unknown as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !RESTLESS.has(name));
  const read = async (name: string) => {
    const { rows: all } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t`,
    );
    return (all as unknown as { row: string }[]).map(({ row }) => row);
  };
  const before = new Map<string, string[]>();
  for (const name of tables) before.set(name, await read(name));
  return {
    rows: [...before.values()].reduce((sum, all) => sum + all.length, 0),
    async changed(): Promise<string[]> {
      const lost: string[] = [];
      for (const [name, all] of before) {
        const now = new Set(await read(name));
        for (const row of all) if (!now.has(row)) lost.push(`${name}: ${row.slice(0, 200)}`);
      }
      return lost;
    },
  };
}
