import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/database/database.ts';

export interface Fill {
  members: number;
  messages: number;
  /** Argon2id of everyone's password. */
  passwordHash: string;
  /** Members from the third on who are logged in; `tokenOf` opens each session. */
  sessions: number;
}

/** The member with every 20th message, the one with every 20,000th, and the rest. */
export const MANY = 1;
export const FEW = 2;
const [everyMany, everyFew] = [20, 20_000];

const FIRST =
  'Awa,Kofi,Ama,Yaw,Fatou,Moussa,Aïcha,Kwame,Zainab,Chidi,Ngozi,Sipho,Thandi,Amina,Ousmane,Mariam,Tendai,Lerato,Ibrahim,Nia,Abebe,Selam,Juma,Wanjiru,Omar,Leila,Élodie,Jean,Marie Claire,Blessing';
const LAST =
  'Diop,Mensah,Ndiaye,Traoré,Okafor,Adeyemi,Nkosi,Dlamini,Moyo,Kamau,Mwangi,Tesfaye,Bekele,Hassan,Diallo,Ba,Sow,Keita,Touré,Koné,Banda,Phiri,Osei,Boateng,Asante,Mbeki,Zulu,Abdi,El Amrani,Rakoto';

/** The id of the n-th member, as the statements below make it. */
export const memberIdOf = async (db: Database, n: number): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${id('member', String(n))}::text as id`,
  );
  return (rows[0] as { id: string }).id;
};
export const emailOf = (n: number) => `member.${n}@bench.example`;
export const tokenOf = (n: number) => `token-of-member-${n}`;

/** A UUID of version 4 by its marks (RFC 9562, 4.2): an answer with another is refused. */
const id = (kind: string, n: string) =>
  sql.raw(
    `overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`,
  );
const at = sql.raw(`timestamptz '2026-01-01' + n * interval '1 second'`);

/**
 * Fills an empty, migrated database by SQL: rows one by one would take an hour. Messages of the two members are
 * spread over all of time, as they would be.
 */
export async function fillMessages(db: Database, fill: Fill): Promise<void> {
  const { members, messages, passwordHash, sessions } = fill;
  const run = (statement: ReturnType<typeof sql>) => db.execute(statement);
  const memberRows = sql.raw(`generate_series(1, ${members}) as n`);
  const nameOf = (names: string, n: string) =>
    sql.raw(`(string_to_array('${names}', ','))[1 + (${n}) % ${names.split(',').length}]`);

  await run(sql`insert into users (id, email, first_name, last_name, password, is_admin, locale, email_verified_at,
      created_at, updated_at)
    select ${id('member', 'n')}, 'member.' || n || '@bench.example', ${nameOf(FIRST, 'n')},
      ${nameOf(LAST, 'n / 30')} || case when n % 7 = 0 then '-' || n else '' end,
      ${passwordHash}, false, 'en', ${at}, ${at}, ${at}
    from ${memberRows}`);
  // Names follow from n too: by a remainder, all who have the same name would be hidden, or none.
  await run(sql`insert into user_profiles (id, user_id, country, city, bio, interests, is_public, created_at, updated_at)
    select ${id('profile', 'n')}, ${id('member', 'n')}, 'Senegal', 'Dakar', '', '', hashint4(n) % 20 <> 0, ${at}, ${at}
    from ${memberRows} where hashint4(n) % 3 = 0`);
  // The member with many messages has two hundred correspondents.
  const other = `case when n % ${everyMany} = 0 then 3 + (n / ${everyMany}) % 200 else 3 + (n * 7919) % ${members - 3} end`;
  const own = `case when n % ${everyMany} = 0 then ${MANY} when n % ${everyFew} = 1 then ${FEW} else 3 + (n * 104729) % ${members - 3} end`;
  await run(sql`insert into messages (id, sender_id, recipient_id, subject, content, is_read, created_at)
    select ${id('message', 'n')}, case when n % 3 = 0 then b else a end, case when n % 3 = 0 then a else b end,
      'About the meeting', repeat('What was said about it. ', (5 + n % 9)::int), n % 4 <> 0, ${at}
    from (select n, ${id('member', own)} as a, ${id('member', other)} as b
      from generate_series(1::bigint, ${sql.raw(String(messages))}) as n) as written where a <> b`);
  await run(sql`insert into conversations (member_id, other_id, last_message_id, last_at, unread, is_begun_by_member,
      begun_at)
    select distinct on (member, other) member, other, id, created_at, 0, true, created_at
    from messages, lateral (values (sender_id, recipient_id), (recipient_id, sender_id)) as side (member, other)
    where member in (${id('member', String(MANY))}, ${id('member', String(FEW))})
    order by member, other, created_at desc`);
  await run(sql`insert into sessions (sid, id, user_id, sess, created_at, last_seen_at, authenticated_at, expire)
    select translate(encode(sha256(('token-of-member-' || n)::bytea), 'base64'), '+/=', '-_'), ${id('session', 'n')},
      ${id('member', 'n')}, '{"userAgent": "bench"}', now(), now(), now(), now() + interval '1 day'
    from generate_series(3, ${sql.raw(String(sessions + 2))}) as n`);
}
