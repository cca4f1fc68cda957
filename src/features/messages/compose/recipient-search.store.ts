import { and, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';
import { personOf } from '../core/person.store.ts';
import { blockBy, isPublic, theirId, wroteWith } from '../core/recipient.store.ts';

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
const beginsWith = (name: SQL, text: SQL) =>
  sql`${name} ~>=~ lower(${text}) and ${name} ~<~ (lower(${text}) || ${LAST}::text)`;
const is = (name: SQL, text: SQL) => sql`${name} = lower(${text})`;

/**
 * A value that is given with every run. In a subquery the planner cannot see it, so that a plan for one value costs
 * as much as the plan for all, and the server keeps that one instead of planning anew, which would take longer than
 * the search (plan_cache_mode auto). To walk an index until there are enough is the right plan for all.
 */
const given = (name: string, type: 'text' | 'uuid' | 'int') =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;

/**
 * The most that is asked for at once (message.contract). Known to the planner, who would otherwise expect a tenth of
 * all members where nothing is searched, and compile for it for longer than to find them takes.
 */
const mostRecipients = 200;

/** Which statement a search needs: how its text is spelled at the beginning of a name, and how often it is parted. */
interface Shape {
  spellings: number;
  parts: number;
}

/** Built and named once for each shape: building takes longer than the search too. */
const prepared = new WeakMap<Database, Map<string, ReturnType<typeof prepareSearch>>>();

function preparedSearch(db: Database, shape: Shape) {
  const name = `recipients_${shape.spellings}_${shape.parts}`;
  const ofDatabase = prepared.get(db) ?? new Map<string, ReturnType<typeof prepareSearch>>();
  prepared.set(db, ofDatabase);
  const search = ofDatabase.get(name) ?? prepareSearch(db, shape, name);
  ofDatabase.set(name, search);
  return search;
}

function prepareSearch(db: Database, shape: Shape, name: string) {
  const memberId = given('memberId', 'uuid');
  // One condition: of several, each with a subquery, the planner takes so few rows to be left that it fetches
  // all who are called so, instead of walking the index until there are enough.
  const canWrite = sql`case when ${blockBy(memberId, theirId)} or ${blockBy(theirId, memberId)} then false
    else ${isPublic} or ${wroteWith(memberId)} end`;
  const find = ({ order, where }: Way) =>
    sql`(select * from (select ${users.id}, ${users.firstName}, ${users.lastName}, ${users.isAdmin} from ${users}
      where ${and(where, ne(users.id, memberId), isNull(users.suspendedAt), canWrite)}
      order by ${order} using ~<~ limit ${sql.raw(String(mostRecipients))}) as near limit ${given('limit', 'int')})`;
  const found = sql.join(waysOf(shape).map(find), sql` union all `);
  return db
    .select({
      id: sql<string>`id`,
      firstName: sql<string | null>`first_name`,
      lastName: sql<string | null>`last_name`,
      isAdmin: sql<boolean>`is_admin`,
    })
    .from(sql`(${found}) as found`)
    .prepare(name);
}

interface Way {
  order: SQL;
  where?: SQL;
}

/** A branch for every way in which a text can begin a name, each with the index that it walks. */
function waysOf({ spellings, parts }: Shape): Way[] {
  if (spellings === 0) return [{ order: first }];
  const ways = Array.from({ length: spellings }, (_, n) => given(`whole${n}`, 'text')).flatMap(
    (text): Way[] => [
      { order: first, where: beginsWith(first, text) },
      { order: last, where: beginsWith(last, text) },
    ],
  );
  for (let n = 0; n < parts; n++) {
    const [head, tail] = [given(`head${n}`, 'text'), given(`tail${n}`, 'text')];
    ways.push({ order: last, where: sql`${is(first, head)} and ${beginsWith(last, tail)}` });
    ways.push({ order: first, where: sql`${is(last, head)} and ${beginsWith(first, tail)}` });
  }
  return ways;
}

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
  const { spellings, parts } = readSearch(search);
  const shape = { spellings: spellings.length, parts: parts.length };
  const found = await preparedSearch(db, shape).execute({
    memberId,
    limit,
    ...Object.fromEntries(spellings.map((text, n) => [`whole${n}`, text])),
    ...Object.fromEntries(
      parts.flatMap(([head, tail], n) => [
        [`head${n}`, head],
        [`tail${n}`, tail],
      ]),
    ),
  });
  const members = new Map(found.map((member) => [member.id, personOf(member.id, member)]));
  return [...members.values()].sort(byName).slice(0, limit);
}

/** What is looked up: the whole text as it may be spelled, and its words parted into one name and the next. */
function readSearch(search: string): {
  spellings: string[];
  parts: [head: string, tail: string][];
} {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { spellings: [], parts: [] };
  // A database of locale C leaves letters beyond ASCII as they are: there É is looked up as É too.
  const whole = words.join(' ');
  const [letter = '', ...rest] = whole;
  const spellings = new Set([whole, letter.toUpperCase() + rest.join('')]);
  return {
    spellings: letter < '\x80' ? [whole] : [...spellings],
    parts: Array.from({ length: Math.min(words.length - 1, mostParts) }, (_, n) => [
      words.slice(0, n + 1).join(' '),
      words.slice(n + 1).join(' '),
    ]),
  };
}

type Named = { firstName: string | null; lastName: string | null };
const byName = (a: Named, b: Named) =>
  compare(a.firstName, b.firstName) || compare(a.lastName, b.lastName);
const compare = (a: string | null, b: string | null) =>
  (a ?? LAST).toLowerCase().localeCompare((b ?? LAST).toLowerCase());
