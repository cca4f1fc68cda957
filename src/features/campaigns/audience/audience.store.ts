import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { days } from '../../../shared/time.ts';
import type { Language } from '../../../shared/language.ts';
import { mailSuppressions } from '../../mail/suppressions/suppression.store.ts';
import { users } from '../../../server/user.store.ts';
import {
  AUDIENCE_KINDS,
  type Audience,
  type AudienceCondition,
  type AudienceKind,
  conditionsOf,
  countriesOf,
  withoutCondition,
} from './audience.rules.ts';
import { AUDIENCE_SOURCES } from './audience-sources.store.ts';

/** Whom a mail could go to, of the records that existed at `asOf`. */
export interface AudienceQuery extends Audience {
  asOf?: Date;
}

/** A further condition on the rows of a source, by its address. */
type AddressFilter = (email: SQLWrapper) => SQL;

/** The start of a day (UTC), or of one so many days later. */
const dayStart = (day: string, later = 0) =>
  sql`${new Date(Date.parse(`${day}T00:00:00Z`) + days(later)).toISOString()}::timestamptz`;

/** The matching rows of one kind; undefined for a kind that has no such status, source or confirmation. */
function rowsOf(kind: AudienceKind, query: AudienceQuery, filter?: AddressFilter): SQL | undefined {
  const source = AUDIENCE_SOURCES[kind];
  if (query.status && !source.status) return undefined;
  if (query.source && !source.source) return undefined;
  if (query.confirmed && !source.confirmed) return undefined;
  const sentAt = source.sentAt ?? source.at;
  const countries = countriesOf(query);
  const conditions = [
    sql`${source.email} like '%@%'`,
    source.condition,
    filter?.(source.email),
    query.unasked ? undefined : sql`${source.asked}`,
    countries.length > 0
      ? sql`${source.country} in (${sql.join(
          countries.map((country) => sql`${country}`),
          sql`, `,
        )})`
      : undefined,
    query.language ? sql`${source.locale} = ${query.language}` : undefined,
    query.status ? sql`${source.status} = ${query.status}` : undefined,
    query.source ? sql`${source.source} = ${query.source}` : undefined,
    query.confirmed ? source.confirmed : undefined,
    query.since ? sql`${sentAt} >= ${dayStart(query.since)}` : undefined,
    query.until ? sql`${sentAt} < ${dayStart(query.until, 1)}` : undefined,
    query.asOf ? sql`${source.at} <= ${query.asOf.toISOString()}::timestamptz` : undefined,
  ].filter((one) => one !== undefined);
  return sql`
    select ${source.email} as email, ${source.name} as name, ${sql.raw(`'${kind}'`)}::text as kind,
      ${source.country} as country, ${source.locale} as locale, ${source.asked} as asked, ${source.at} as at
    from ${source.table} where ${sql.join(conditions, sql` and `)}`;
}

/** One row for each record; a person may have several. */
function recordsOf(query: AudienceQuery, filter?: AddressFilter): SQL {
  const kinds = query.kinds?.length ? [...new Set(query.kinds)] : AUDIENCE_KINDS;
  const parts = kinds
    .map((kind) => rowsOf(kind, query, filter))
    .filter((part) => part !== undefined);
  // No chosen kind has this status, source or confirmation: nobody matches.
  return parts.length > 0
    ? sql.join(parts, sql` union all `)
    : sql`${rowsOf('contact', {}, () => sql`false`)}`;
}

/** Whether an address is never mailed. */
const isSuppressed = (email: SQLWrapper) => sql`(
  exists (select 1 from ${mailSuppressions} where ${mailSuppressions.address} = ${email})
  or exists (select 1 from ${users} as shut where shut.email = ${email} and shut.suspended_at is not null))`;

export interface AudienceCounts {
  /** People whom a mail would go to. */
  count: number;
  /** People who match but are never mailed. */
  suppressed: number;
  /** People who match but have not asked for news. */
  unasked: number;
}

interface Counted extends Record<string, unknown> {
  everybody: number;
  asked: number;
}

/** How many people match, each counted once. */
export async function countAudience(db: Database, query: AudienceQuery): Promise<AudienceCounts> {
  const everybody = { ...query, unasked: true };
  const all = await countPeople(db, recordsOf(everybody));
  const suppressed = await countPeople(
    db,
    recordsOf(
      everybody,
      (email) => sql`${email} in (
        select ${mailSuppressions.address} from ${mailSuppressions}
        union all select shut.email from ${users} as shut where shut.suspended_at is not null)`,
    ),
  );
  const people = {
    everybody: all.everybody - suppressed.everybody,
    asked: all.asked - suppressed.asked,
  };
  return query.unasked
    ? { count: people.everybody, suppressed: suppressed.everybody, unasked: 0 }
    : {
        count: people.asked,
        suppressed: suppressed.asked,
        unasked: people.everybody - people.asked,
      };
}

/** Which conditions, each left out by itself, would let people match, and how many. */
export async function countWithoutEach(
  db: Database,
  query: AudienceQuery,
): Promise<{ condition: AudienceCondition; count: number }[]> {
  const found: { condition: AudienceCondition; count: number }[] = [];
  // One after another: each looks at every signature.
  for (const condition of conditionsOf(query)) {
    const { count } = await countAudience(db, withoutCondition(query, condition));
    if (count > 0) found.push({ condition, count });
  }
  return found;
}

/** Groups by 64 bits of each address: a million addresses would not fit into memory. */
async function countPeople(db: Database, records: SQL): Promise<Counted> {
  const { rows } = await db.execute<Counted>(sql`
    select count(*)::int as everybody, count(*) filter (where person.asked)::int as asked
    from (
      select hashtextextended(record.email, 0) as address, bool_or(record.asked) as asked
      from (${records}) record group by 1) person`);
  return rows[0] ?? { everybody: 0, asked: 0 };
}

export interface Person extends Record<string, unknown> {
  email: string;
  name: string;
  kinds: AudienceKind[];
  country: string | null;
  language: Language;
  asked: boolean;
}

export interface PageOfPeople {
  /** Narrows to names and addresses that contain this text. */
  search?: string | undefined;
  /** The last address of the page before. */
  after?: string | undefined;
  limit: number;
}

/** One row for each person, as their newest record has them, in the order of addresses. */
export const peopleOf = (query: AudienceQuery, { search, after, limit }: PageOfPeople): SQL => {
  // Backslash is the escape character of LIKE: what was typed is searched for literally.
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const isAfter: AddressFilter | undefined =
    after === undefined ? undefined : (email) => sql`${email} > ${after}`;
  return sql`
    select record.email, (array_agg(record.name order by record.at desc))[1] as name,
      array_agg(distinct record.kind) as kinds,
      (array_agg(record.country order by record.at desc))[1] as country,
      (array_agg(record.locale order by record.at desc))[1] as language,
      bool_or(record.asked) as asked
    from (${recordsOf(query, isAfter)}) record
    where not ${isSuppressed(sql`record.email`)}
      ${pattern ? sql`and (record.name ilike ${pattern} or record.email ilike ${pattern})` : sql``}
    group by record.email order by record.email limit ${limit}`;
};

/** A page of the people who match. */
export async function listAudience(
  db: Database,
  query: AudienceQuery,
  page: PageOfPeople,
): Promise<Person[]> {
  const { rows } = await db.execute<Person>(peopleOf(query, page));
  return rows;
}

/** One row for each of these addresses that some source knows, as their newest record has them. */
export const namedPeopleOf = (query: AudienceQuery, addresses: string[]): SQL => {
  const isNamed: AddressFilter = (email) =>
    sql`${email} in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`;
  return sql`
    select distinct on (record.email) record.email, record.name, record.locale as language
    from (${recordsOf(query, isNamed)}) record
    where not ${isSuppressed(sql`record.email`)}
    order by record.email, record.at desc`;
};

/** The language of somebody's newest record; undefined where there is none. */
export async function findReaderLanguage(
  db: Database,
  email: string,
): Promise<Language | undefined> {
  const isTheirs: AddressFilter = (address) => sql`${address} = ${email}`;
  const { rows } = await db.execute<{ locale: Language }>(sql`
    select record.locale from (${recordsOf({ unasked: true }, isTheirs)}) record order by record.at desc limit 1`);
  return rows[0]?.locale;
}
