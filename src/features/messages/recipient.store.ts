import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database.ts';
import { users } from '../members/member.store.ts';
import { userProfiles } from '../profile/profile.store.ts';
import { memberBlocks } from './block.store.ts';
import { conversations } from './conversation.store.ts';

/** What others see of a member. */
export const person = { id: users.id, firstName: users.firstName, lastName: users.lastName };

/** The last code point there is: what begins with a text is below the text with this behind it. */
const LAST = '\u{10FFFF}';
/** How many ways of parting a text into first and last name are looked up. */
const mostParts = 4;

const first = sql`lower(${users.firstName})`;
const last = sql`lower(${users.lastName})`;

/**
 * As ranges of the indexes' own order rather than LIKE, so that every plan walks an index and nothing that is
 * typed has a meaning of its own.
 */
const beginsWith = (name: SQL, text: string) =>
  sql`${name} ~>=~ lower(${text}::text) and ${name} ~<~ (lower(${text}::text) || ${LAST}::text)`;
const is = (name: SQL, text: string) => sql`${name} = lower(${text}::text)`;

/** drizzle shortens the names of columns where one table is asked; inside a subquery that would be another's. */
const theirId = sql.raw('"users"."id"');
// Scalar, so that a row costs one look into an index whatever the planner believes.
const isPublic = sql<boolean>`coalesce((select ${userProfiles.isPublic} from ${userProfiles} where ${userProfiles.userId} = ${theirId}), true)`;
const blockBy = (blocker: string | SQL, blocked: string | SQL) =>
  sql<boolean>`coalesce((select true from ${memberBlocks} where ${memberBlocks.blockerId} = ${blocker} and ${memberBlocks.blockedId} = ${blocked}), false)`;
const wroteWith = (memberId: string) =>
  sql<boolean>`coalesce((select true from ${conversations} where ${conversations.memberId} = ${memberId} and ${conversations.otherId} = ${theirId}), false)`;
const mutes = (memberId: string) =>
  sql<boolean>`coalesce((select ${conversations.mutedAt} is not null from ${conversations} where ${conversations.memberId} = ${theirId} and ${conversations.otherId} = ${memberId}), false)`;

/**
 * Members whom this one may choose as recipients, by the beginning of first, last or both names; by name. Without a
 * search the first of all. Left out are the caller, the suspended, who is blocked in either direction, and who
 * wants not to be found and has never written with the caller.
 */
export async function searchRecipients(
  db: Database,
  memberId: string,
  { search, limit }: { search: string; limit: number },
) {
  // One condition: of several, each with a subquery, the planner takes so few rows to be left that it fetches
  // all who are called so, instead of walking the index until there are enough.
  const mayWrite = sql`case when ${blockBy(memberId, theirId)} or ${blockBy(theirId, memberId)} then false
    else ${isPublic} or ${wroteWith(memberId)} end`;
  const find = (order: SQL, where?: SQL) =>
    db
      .select(person)
      .from(users)
      .where(and(where, ne(users.id, memberId), isNull(users.suspendedAt), mayWrite))
      .orderBy(sql`${order} using ~<~`)
      .limit(limit);
  const [one, two, ...others] = waysOf(search).map(([order, where]) => find(order, where));
  const found = one && two ? await unionAll(one, two, ...others) : await find(first);
  const members = new Map(found.map((member) => [member.id, member]));
  return [...members.values()].sort(byName).slice(0, limit);
}

/** A branch for every way in which a text can begin a name, each with the index that it walks. */
function waysOf(search: string): [order: SQL, where: SQL][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  // A database of locale C leaves letters beyond ASCII as they are: there É is looked up as É too.
  const whole = words.join(' ');
  const [letter = '', ...rest] = whole;
  const spellings = new Set([whole, letter.toUpperCase() + rest.join('')]);
  const ways = [...(letter < '\x80' ? [whole] : spellings)].flatMap((text): [SQL, SQL][] => [
    [first, beginsWith(first, text)],
    [last, beginsWith(last, text)],
  ]);
  for (let n = 1; n < Math.min(words.length, mostParts + 1); n++) {
    const [head, tail] = [words.slice(0, n).join(' '), words.slice(n).join(' ')];
    ways.push([last, sql`${is(first, head)} and ${beginsWith(last, tail)}`]);
    ways.push([first, sql`${is(last, head)} and ${beginsWith(first, tail)}`]);
  }
  return ways;
}

type Named = { firstName: string | null; lastName: string | null };
const byName = (a: Named, b: Named) =>
  compare(a.firstName, b.firstName) || compare(a.lastName, b.lastName);
const compare = (a: string | null, b: string | null) =>
  (a ?? LAST).toLowerCase().localeCompare((b ?? LAST).toLowerCase());

/**
 * A member as seen by another; `undefined` when there is none that the other may know of: who wants not to be found
 * is known to those who have written with them, or who have blocked them.
 */
export async function findRecipient(db: Database, memberId: string, id: string) {
  const [found] = await db
    .select({
      ...person,
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
      wroteWith: wroteWith(memberId),
      isBlocked: blockBy(memberId, theirId),
      hasBlocked: blockBy(theirId, memberId),
      /** Whether they want to hear nothing of what this member writes. */
      mutes: mutes(memberId),
    })
    .from(users)
    .where(and(eq(users.id, id), or(isPublic, wroteWith(memberId), blockBy(memberId, theirId))));
  return found;
}
