import { addAudit } from '../../server/audit.store.ts';
import { type Caller, callerOf } from '../../server/context.ts';
import type { Clock } from '../../server/clock.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import type { PageOf } from '../../server/lists/page.store.ts';
import type { Permission } from '../../shared/access.ts';
import { Fault } from '../../shared/fault.ts';
import { decimal } from '../../shared/money.ts';
import { shownName } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { listLinesOf } from '../submissions/paper/paper-signature.store.ts';
import { listPeople } from '../submissions/triage/triage.store.ts';
import { type TimelineRow, listTimeline } from './timeline.store.ts';
import type { PersonRecord } from '../../shared/person-address.ts';
import { MOST_FOUND, PARTS, PERSON_PARTS, RECORD_RIGHTS } from './person.rules.ts';
import {
  countMails,
  countNotes,
  countReportsAbout,
  findAccount,
  findAddress,
  findSignature,
  findSuppressed,
  listApplications,
  listRequests,
  sumDonations,
} from './person.store.ts';
import { type FoundRecord, searchRecords } from './search.store.ts';

interface Of {
  record: PersonRecord;
  id: string;
}

/**
 * The address of the person of a record. Throws 403 to who may not read such records: what they could not have come
 * by must not tell whose it is. 404 where nobody is behind it.
 */
async function addressOf(db: Database, of: Of, permissions: readonly Permission[]) {
  if (!permissions.includes(RECORD_RIGHTS[of.record]))
    throw new Fault(403, words('You do not have permission to do this.'));
  const email = await findAddress(db, of.record, of.id);
  if (!email)
    throw new Fault(404, words('This record is not linked to a person, or no longer is.'));
  return email.trim().toLowerCase();
}

interface PersonContext {
  db: Database;
  clock: Clock;
  user: Caller | undefined;
}

/** Everything known of one person that the caller may see; the look is written into the audit log first. */
export async function readPerson(context: PersonContext, of: Of) {
  const { db, clock } = context;
  const { id: actorId, permissions } = callerOf(context);
  const email = await addressOf(db, of, permissions);
  const can = (part: keyof typeof PARTS) => permissions.includes(PARTS[part]);
  const account = await findAccount(db, email);
  const applications = await listApplications(db, email);
  // Never the address: rows of the log are never removed. An account or a reference says whom it was about.
  const subject = account?.id ?? applications[0]?.id ?? of.id;
  await inTransaction(db, (tx) =>
    addAudit(tx, {
      at: clock.now(),
      actorId,
      action: 'person.viewed',
      subject,
      after: { record: of.record, id: of.id },
    }),
  );
  const signature = await findSignature(db, email);
  const onPaper = await listLinesOf(db, email);
  const requests = await listRequests(db, email);
  const named = [
    ...applications.map((one) => ({
      ...one,
      name: `${one.firstName} ${one.lastName}`,
      at: one.createdAt,
      news: one.wantsNews,
    })),
    ...requests,
    ...(signature
      ? [{ name: signature.fullName, at: signature.signedAt, news: signature.wantsNews }]
      : []),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const ofAccount = account && can('account') ? [shownName(account)].filter(Boolean) : [];
  const countOf = (kind: string) => requests.filter((one) => one.kind === kind).length;
  const latest = named[0];
  return {
    email,
    names: [
      ...new Set([
        ...ofAccount,
        ...named.map(({ name }) => name),
        ...onPaper.map(({ fullName }) => fullName),
      ]),
    ],
    hidden: PERSON_PARTS.filter((part) => !can(part)),
    signature: signature
      ? {
          id: signature.id,
          country: signature.country,
          at: signature.signedAt,
          confirmedAt: signature.confirmedAt,
          invalidatedAt: signature.invalidatedAt,
        }
      : null,
    paperSignatures: onPaper.map(({ id, sheet, line, country, signedOn }) => ({
      id,
      sheet,
      line,
      country,
      signedOn,
    })),
    requests: {
      contact: countOf('contact'),
      volunteer: countOf('volunteer'),
      partner: countOf('partner'),
      notes: await countNotes(db, email),
    },
    applications: applications.map((one) => ({
      id: one.id,
      reference: one.reference,
      applicationStatus: one.applicationStatus,
      at: one.createdAt,
      payment: can('payments')
        ? {
            status: one.paymentStatus,
            plan: one.paymentPlan,
            received: decimal(one.received),
            refunded: decimal(one.refunded),
          }
        : null,
    })),
    account: account && can('account') ? accountOf(account) : null,
    donations: can('donations') ? await donationsOf(db, email) : null,
    mails: can('mails') ? await countMails(db, email) : null,
    suppression: can('mails') ? await findSuppressed(db, email) : null,
    reports: account && can('reports') ? await countReportsAbout(db, account.id) : null,
    consent: latest ? { wantsNews: latest.news, at: latest.at } : null,
  };
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
const accountOf = (account: Account) => ({
  id: account.id,
  role: account.role,
  joinedAt: account.createdAt,
  verifiedAt: account.emailVerifiedAt,
  lastSeenAt: account.lastSeenAt,
  suspendedAt: account.suspendedAt,
});

async function donationsOf(db: Database, email: string) {
  const { count, cents } = await sumDonations(db, email);
  return { count, total: decimal(cents) };
}

/** A page of what happened with the person of a record, newest first, of that which the caller may see. */
export async function readTimeline(
  { db, user }: Pick<PersonContext, 'db' | 'user'>,
  of: Of,
  page: PageOf,
) {
  const { permissions } = callerOf({ user });
  const email = await addressOf(db, of, permissions);
  const { rows, next } = await listTimeline(db, { email, permissions }, page);
  const names = await namesOf(db, rows);
  return {
    rows: rows.map(({ id, kind, at, of: about, title, text, status, cents, byId }) => ({
      id,
      kind,
      at: new Date(at).toISOString(),
      of: about,
      title,
      text,
      status,
      amount: cents === null ? null : decimal(BigInt(cents)),
      by: (byId && names.get(byId)) ?? null,
    })),
    next,
  };
}

async function namesOf(db: Database, rows: readonly TimelineRow[]) {
  const ids = [...new Set(rows.flatMap(({ byId }) => byId ?? []))];
  const people = ids.length > 0 ? await listPeople(db, ids) : [];
  return new Map(people.map((one) => [one.id, shownName(one) || one.email]));
}

/** Of each kind so many records are looked at: one person has several. */
const mostOfKind = 50;

/** People whose name, address or reference has these words, the one who wrote last first. */
export async function findAnybody(
  { db, user }: Pick<PersonContext, 'db' | 'user'>,
  search: string,
) {
  const { permissions } = callerOf({ user });
  const found = await searchRecords(db, search, { permissions, limit: mostOfKind });
  const byAddress = Map.groupBy(found, ({ email }) => email.toLowerCase());
  const asked = search.toLowerCase();
  const lastAt = new Map(
    [...byAddress].map(([email, records]) => [email, Math.max(...records.map(({ at }) => at))]),
  );
  const lastOf = ({ email }: { email: string }) => lastAt.get(email) ?? 0;
  const people = [...byAddress].map(([email, records]) => personOf(email, records));
  people.sort(
    (one, other) =>
      Number(other.email === asked) - Number(one.email === asked) ||
      lastOf(other) - lastOf(one) ||
      one.email.localeCompare(other.email),
  );
  return {
    people: people.slice(0, MOST_FOUND),
    hasMore: people.length > MOST_FOUND || isCut(found),
  };
}

/** Whether of one kind as many were found as were looked for. */
const isCut = (found: readonly FoundRecord[]) =>
  [...Map.groupBy(found, ({ record }) => record).values()].some(
    (ofKind) => ofKind.length >= mostOfKind,
  );

function personOf(email: string, records: readonly FoundRecord[]) {
  const [first] = records;
  if (!first) throw new Error('A person was found without a record.');
  return {
    email,
    name: records.find(({ name }) => name.trim())?.name ?? '',
    record: first.record,
    id: first.id,
    records: [...new Set(records.map(({ record }) => record))],
    signature: records.find(({ status }) => status !== null)?.status ?? null,
  };
}
