import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import type { Language } from '../../../shared/language.ts';
import { passportApplications } from '../../application/application.store.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { counts, unityDeclarations } from '../../declaration/declaration.store.ts';
import { users } from '../../members/member.store.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import { userProfiles } from '../../profile/profile.store.ts';
import { contactTriage, partnerTriage, volunteerTriage } from '../../submissions/triage.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';
import { AUDIENCE_KINDS, type Audience, type AudienceKind } from '../mailing.rules.ts';
import { bulkMails } from './batch.store.ts';
import { mailSuppressions } from './suppression.store.ts';

/** Whom a mail could go to, of those who were there at `asOf`. */
export interface PoolQuestion extends Audience {
  asOf?: Date;
}

/** Where addresses of a kind come from. */
interface Source {
  table: SQLWrapper;
  /** Trimmed and lower-cased in every table, so that equal means the same person. */
  email: SQLWrapper;
  name: SQL;
  country: SQLWrapper;
  locale: SQLWrapper;
  /** Whether they asked for news there. */
  asked: SQLWrapper;
  at: SQLWrapper;
  /** Who counts at all. */
  holds?: SQL | undefined;
  /** Absent where there is no such thing. */
  status?: SQL;
}

const fullName = (first: SQLWrapper, last: SQLWrapper) => sql`concat_ws(' ', ${first}, ${last})`;

/** What nobody has touched is new. */
const triaged = (triage: typeof contactTriage, id: SQLWrapper) =>
  sql`coalesce((select ${triage.status} from ${triage} where ${triage.submissionId} = ${id}), 'new')`;

const profileCountry = sql`(select ${userProfiles.country} from ${userProfiles} where ${userProfiles.userId} = ${users.id})`;

const SOURCES: Record<AudienceKind, Source> = {
  contact: {
    table: contactSubmissions,
    email: contactSubmissions.email,
    name: fullName(contactSubmissions.firstName, contactSubmissions.lastName),
    country: contactSubmissions.country,
    locale: contactSubmissions.locale,
    asked: contactSubmissions.wantsNews,
    at: contactSubmissions.createdAt,
    status: triaged(contactTriage, contactSubmissions.id),
  },
  passport: {
    table: passportApplications,
    email: passportApplications.email,
    name: fullName(passportApplications.firstName, passportApplications.lastName),
    country: passportApplications.currentNationality,
    locale: passportApplications.locale,
    asked: passportApplications.wantsNews,
    at: passportApplications.createdAt,
    holds: sql`${passportApplications.applicationStatus} <> 'draft'`,
    status: sql`${passportApplications.applicationStatus}`,
  },
  volunteer: {
    table: volunteerSubmissions,
    email: volunteerSubmissions.email,
    name: fullName(volunteerSubmissions.firstName, volunteerSubmissions.lastName),
    country: volunteerSubmissions.country,
    locale: volunteerSubmissions.locale,
    asked: volunteerSubmissions.wantsNews,
    at: volunteerSubmissions.createdAt,
    status: triaged(volunteerTriage, volunteerSubmissions.id),
  },
  partner: {
    table: partnerSubmissions,
    email: partnerSubmissions.contactEmail,
    name: fullName(partnerSubmissions.contactFirstName, partnerSubmissions.contactLastName),
    country: partnerSubmissions.country,
    locale: partnerSubmissions.locale,
    asked: partnerSubmissions.wantsNews,
    at: partnerSubmissions.createdAt,
    status: triaged(partnerTriage, partnerSubmissions.id),
  },
  declaration: {
    table: unityDeclarations,
    email: unityDeclarations.email,
    name: sql`${unityDeclarations.fullName}`,
    country: unityDeclarations.country,
    locale: unityDeclarations.locale,
    asked: unityDeclarations.wantsNews,
    at: unityDeclarations.signedAt,
    holds: counts,
  },
  user: {
    table: users,
    email: users.email,
    name: fullName(users.firstName, users.lastName),
    country: profileCountry,
    locale: users.locale,
    // Nobody is asked when they register: a member who wants news has said so in a form.
    asked: sql`false`,
    at: users.createdAt,
    holds: sql`${users.suspendedAt} is null`,
  },
};

/** What else holds for the rows of a source, by its address. */
type Narrower = (email: SQLWrapper) => SQL;

/** The rows of one kind that a question is about; undefined where it has no answer there. */
function rowsOf(kind: AudienceKind, asked: PoolQuestion, narrower?: Narrower): SQL | undefined {
  const source = SOURCES[kind];
  if (asked.status && !source.status) return undefined;
  const holds = [
    sql`${source.email} like '%@%'`,
    source.holds,
    narrower?.(source.email),
    asked.unasked ? undefined : sql`${source.asked}`,
    asked.country ? sql`${source.country} = ${asked.country}` : undefined,
    asked.language ? sql`${source.locale} = ${asked.language}` : undefined,
    asked.status ? sql`${source.status} = ${asked.status}` : undefined,
    asked.asOf ? sql`${source.at} <= ${asked.asOf.toISOString()}::timestamptz` : undefined,
  ].filter((one) => one !== undefined);
  return sql`
    select ${source.email} as email, ${source.name} as name, ${sql.raw(`'${kind}'`)}::text as kind,
      ${source.country} as country, ${source.locale} as locale, ${source.asked} as asked, ${source.at} as at
    from ${source.table} where ${sql.join(holds, sql` and `)}`;
}

/** One row for each record; a person may have several. */
function recordsOf(asked: PoolQuestion, narrower?: Narrower): SQL {
  const kinds = asked.kinds?.length ? [...new Set(asked.kinds)] : AUDIENCE_KINDS;
  const parts = kinds
    .map((kind) => rowsOf(kind, asked, narrower))
    .filter((part) => part !== undefined);
  // Nobody has a status that no chosen kind knows.
  return parts.length > 0
    ? sql.join(parts, sql` union all `)
    : sql`${rowsOf('contact', { ...asked, status: undefined }, () => sql`false`)}`;
}

/** Who is never mailed, whatever list they stand on. */
const isBarred = (email: SQLWrapper) => sql`(
  exists (select 1 from ${mailSuppressions} where ${mailSuppressions.address} = ${email})
  or exists (select 1 from ${users} as shut where shut.email = ${email} and shut.suspended_at is not null))`;

export interface PoolCounts {
  /** Whom a mail would go to. */
  count: number;
  /** Who would be among them but is never mailed. */
  suppressed: number;
  /** Who would be among them but has not asked for news. */
  unasked: number;
}

interface Counted extends Record<string, unknown> {
  everybody: number;
  asked: number;
}

/** How many people a question is about, each counted once. */
export async function countPool(db: Database, asked: PoolQuestion): Promise<PoolCounts> {
  const question = { ...asked, unasked: true };
  const all = await countPeople(db, recordsOf(question));
  const barred = await countPeople(
    db,
    recordsOf(
      question,
      (email) => sql`${email} in (
        select ${mailSuppressions.address} from ${mailSuppressions}
        union all select shut.email from ${users} as shut where shut.suspended_at is not null)`,
    ),
  );
  const people = { everybody: all.everybody - barred.everybody, asked: all.asked - barred.asked };
  return asked.unasked
    ? { count: people.everybody, suppressed: barred.everybody, unasked: 0 }
    : { count: people.asked, suppressed: barred.asked, unasked: people.everybody - people.asked };
}

/** By 64 bits of each address: a million addresses themselves would not fit into memory, and go through the disk. */
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

interface Page {
  /** Only whose name or address holds this text. */
  search?: string | undefined;
  /** The last address of the page before. */
  after?: string | undefined;
  limit: number;
}

/** One row for each person, as their newest record has them, in the order of addresses. */
const peopleOf = (asked: PoolQuestion, { search, after, limit }: Page): SQL => {
  // Backslash is LIKE's escape: what a person types is searched for literally.
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const behind: Narrower | undefined =
    after === undefined ? undefined : (email) => sql`${email} > ${after}`;
  return sql`
    select record.email, (array_agg(record.name order by record.at desc))[1] as name,
      array_agg(distinct record.kind) as kinds,
      (array_agg(record.country order by record.at desc))[1] as country,
      (array_agg(record.locale order by record.at desc))[1] as language,
      bool_or(record.asked) as asked
    from (${recordsOf(asked, behind)}) record
    where not ${isBarred(sql`record.email`)}
      ${pattern ? sql`and (record.name ilike ${pattern} or record.email ilike ${pattern})` : sql``}
    group by record.email order by record.email limit ${limit}`;
};

/** A page of the people of a question. */
export async function listPool(db: Database, asked: PoolQuestion, page: Page): Promise<Person[]> {
  const { rows } = await db.execute<Person>(peopleOf(asked, page));
  return rows;
}

const INSERT = sql`
  insert into ${bulkMails} (batch_id, address, name, locale, state, attempts, next_attempt_at, updated_at)`;

const rowFor = (batchId: string, now: Date) => sql`
  ${batchId}::uuid, person.email, coalesce(person.name, ''), person.language, 'queued', 0,
  ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz`;

/** Gives the next people of an audience a row in a batch; answers the last address, undefined when there was nobody. */
export async function spreadAudience(
  db: Database,
  {
    batchId,
    now,
    ...page
  }: { batchId: string; now: Date; after?: string | undefined; limit: number },
  asked: PoolQuestion,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with person as (${peopleOf(asked, page)}),
    added as (${INSERT} select ${rowFor(batchId, now)} from person on conflict do nothing)
    select max(person.email) as last from person`);
  return rows[0]?.last ?? undefined;
}

/** Gives each of these addresses that the pool knows a row in a batch; answers how many it knows. */
export async function addNamed(
  db: Database,
  { batchId, now, addresses }: { batchId: string; now: Date; addresses: string[] },
  asked: PoolQuestion,
): Promise<number> {
  const named: Narrower = (email) =>
    sql`${email} in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`;
  const { rows } = await db.execute<{ n: number }>(sql`
    with added as (
      ${INSERT}
      select ${rowFor(batchId, now)} from (
        select distinct on (record.email) record.email, record.name, record.locale as language
        from (${recordsOf(asked, named)}) record
        where not ${isBarred(sql`record.email`)}
        order by record.email, record.at desc) person
      on conflict do nothing returning 1)
    select count(*)::int as n from added`);
  return rows[0]?.n ?? 0;
}

/** The language in which somebody reads us, as their newest record has it; undefined for who has none. */
export async function findLanguageOf(db: Database, email: string): Promise<Language | undefined> {
  const only: Narrower = (address) => sql`${address} = ${email}`;
  const { rows } = await db.execute<{ locale: Language }>(sql`
    select record.locale from (${recordsOf({ unasked: true }, only)}) record order by record.at desc limit 1`);
  return rows[0]?.locale;
}
