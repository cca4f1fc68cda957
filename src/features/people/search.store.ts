import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { matchesWords, searchVectorOf } from '../../server/database/search.store.ts';
import type { Permission } from '../../shared/access.ts';
import { passportApplications } from '../application/application.store.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { users } from '../../server/user.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';
import type { SIGNATURE_STATUSES } from '../submissions/kinds/submissions.contract.ts';
import type { PersonRecord } from '../../shared/person-address.ts';
import { RECORD_RIGHTS } from './person.rules.ts';

/** A record whose name or address contains the words. */
export interface FoundRecord extends Record<string, unknown> {
  record: PersonRecord;
  id: string;
  name: string;
  email: string;
  /** When it came, in seconds since 1970. */
  at: number;
  /** Of a signature. */
  status: (typeof SIGNATURE_STATUSES)[number] | null;
}

interface Source {
  record: PersonRecord;
  /** id, name, email, when it came. */
  row: SQL;
  from: SQL;
  email: SQLWrapper;
  /** As the index of the table has them. */
  words: SQL;
  status?: SQL;
}

const s = unityDeclarations;
const a = passportApplications;
const c = contactSubmissions;
const v = volunteerSubmissions;
const p = partnerSubmissions;

/** LIST of where people are looked for, what says most of them first. */
const SOURCES: readonly Source[] = [
  {
    record: 'application',
    row: sql`${a.id}, ${a.firstName} || ' ' || ${a.lastName}, ${a.email}, ${a.createdAt}`,
    from: sql`${a}`,
    email: a.email,
    words: searchVectorOf(a.firstName, a.lastName, a.email, a.reference),
  },
  {
    record: 'account',
    row: sql`${users.id}, concat_ws(' ', ${users.firstName}, ${users.lastName}), ${users.email}, ${users.createdAt}`,
    from: sql`${users}`,
    email: users.email,
    words: searchVectorOf(
      sql`coalesce(${users.firstName}, '')`,
      sql`coalesce(${users.lastName}, '')`,
      users.email,
    ),
  },
  {
    record: 'signature',
    row: sql`${s.id}, ${s.fullName}, ${s.email}, ${s.signedAt}`,
    from: sql`${s}`,
    email: s.email,
    words: searchVectorOf(s.fullName, s.email),
    status: sql`case when ${s.invalidatedAt} is not null then 'invalidated'
      when ${s.confirmedAt} is not null then 'confirmed' else 'unconfirmed' end`,
  },
  {
    record: 'contact',
    row: sql`${c.id}, ${c.firstName} || ' ' || ${c.lastName}, ${c.email}, ${c.createdAt}`,
    from: sql`${c}`,
    email: c.email,
    words: searchVectorOf(c.firstName, c.lastName, c.email),
  },
  {
    record: 'volunteer',
    row: sql`${v.id}, ${v.firstName} || ' ' || ${v.lastName}, ${v.email}, ${v.createdAt}`,
    from: sql`${v}`,
    email: v.email,
    words: searchVectorOf(v.firstName, v.lastName, v.email),
  },
  {
    record: 'partner',
    row: sql`${p.id}, ${p.contactFirstName} || ' ' || ${p.contactLastName}, ${p.contactEmail}, ${p.createdAt}`,
    from: sql`${p}`,
    email: p.contactEmail,
    words: searchVectorOf(
      p.organizationName,
      p.contactFirstName,
      p.contactLastName,
      p.contactEmail,
    ),
  },
];

/**
 * Records that bear these words, or one of these addresses, at most so many of each kind, in no order: to sort them all, of a name that half
 * of the campaign has, would take longer than to find them.
 */
export async function searchRecords(
  db: Database,
  text: string,
  {
    addresses,
    permissions,
    limit,
  }: { addresses: readonly string[]; permissions: readonly Permission[]; limit: number },
): Promise<FoundRecord[]> {
  const branches = SOURCES.filter(({ record }) => permissions.includes(RECORD_RIGHTS[record])).map(
    ({ record, row, from, email, words, status = sql`null` }) => {
      const rows = (where: SQL) =>
        sql`(select ${row}, ${status}::text from ${from} where ${where} limit ${limit})`;
      // Two questions, so that each goes along its index.
      const found = [
        rows(matchesWords(words, text)),
        ...(addresses.length > 0 ? [rows(inArray(email, [...addresses]))] : []),
      ];
      return sql`(
        select ${sql.raw(`'${record}'`)}::text as record, id, name, email,
          extract(epoch from at)::float8 as at, status
        from (${sql.join(found, sql` union `)}) as found(id, name, email, at, status) limit ${limit})`;
    },
  );
  const { rows } = await db.execute<FoundRecord>(sql.join(branches, sql` union all `));
  return rows;
}
