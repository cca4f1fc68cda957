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
import { listPeople } from '../submissions/triage/triage.store.ts';
import { factsOf } from './address-facts.service.ts';
import type { RecordRef } from './merge.contract.ts';
import { listMergedWith } from './merge.store.ts';
import { type TimelineRow, listTimeline } from './timeline.store.ts';
import { listTagged, listTagsOf } from './notes/person-note.store.ts';
import { listNextSteps } from './next-steps.store.ts';
import { MOST_FOUND, PARTS, PERSON_PARTS, RECORD_RIGHTS } from './person.rules.ts';
import { findAddress, findRecordOf } from './person.store.ts';
import { type FoundRecord, searchRecords } from './search.store.ts';

/**
 * The address of the person of a record. Throws 403 to who may not read such records: what they could not have come
 * by must not tell whose it is. 404 where nobody is behind it.
 */
export async function addressOf(db: Database, of: RecordRef, permissions: readonly Permission[]) {
  if (!permissions.includes(RECORD_RIGHTS[of.record]))
    throw new Fault(403, words('You do not have permission to do this.'));
  const email = await findAddress(db, of.record, of.id);
  if (!email)
    throw new Fault(404, words('This record is not linked to a person, or no longer is.'));
  return email.trim().toLowerCase();
}

/**
 * The addresses of the person of a record, that of the record first, each with a record that leads to it. One of which
 * the caller may read no record is left out: merging shows nobody more than their role does.
 */
export async function addressesOf(
  db: Database,
  of: RecordRef,
  permissions: readonly Permission[],
): Promise<[Address, ...Address[]]> {
  const email = await addressOf(db, of, permissions);
  const addresses: [Address, ...Address[]] = [{ email, record: of.record, id: of.id }];
  for (const other of (await listMergedWith(db, [email])).get(email)?.slice(1) ?? []) {
    const found = await findRecordOf(db, other, permissions);
    if (found) addresses.push({ email: other, ...found });
  }
  return addresses;
}

interface Address extends RecordRef {
  email: string;
}

export interface PersonContext {
  db: Database;
  clock: Clock;
  user: Caller | undefined;
}

/** Everything known of one person that the caller may see; it is answered once the look is in the audit log. */
export async function readPerson(context: PersonContext, of: RecordRef) {
  const { db, clock } = context;
  const { id: actorId, permissions } = callerOf(context);
  const addresses = [];
  for (const one of await addressesOf(db, of, permissions))
    addresses.push({ ...one, ...(await factsOf(db, one.email, permissions)) });
  const [first, ...others] = addresses;
  const emails = addresses.map(({ email }) => email);
  const also = others.map(({ record, id }) => `${record}.${id}`);
  await inTransaction(db, (tx) =>
    addAudit(tx, {
      at: clock.now(),
      actorId,
      action: 'person.viewed',
      // Never the address: rows of the log are never removed. An account or a reference says whom it was about.
      subject: first?.accountId ?? first?.applications[0]?.id ?? of.id,
      after: { record: of.record, id: of.id, ...(also.length > 0 ? { also } : {}) },
    }),
  );
  return {
    hidden: PERSON_PARTS.filter((part) => !permissions.includes(PARTS[part])),
    next: (await listNextSteps(db, emails, permissions)).map(({ since, ...step }) => ({
      ...step,
      since: since.toISOString(),
    })),
    tags: await listTagsOf(db, emails),
    addresses: addresses.map(({ accountId: _, ...one }) => one),
  };
}

/** A page of what happened with the person of a record, newest first, of that which the caller may see. */
export async function readTimeline(
  { db, user }: Pick<PersonContext, 'db' | 'user'>,
  of: RecordRef,
  page: PageOf,
) {
  const { permissions } = callerOf({ user });
  const emails = (await addressesOf(db, of, permissions)).map(({ email }) => email);
  const { rows, next } = await listTimeline(db, { emails, permissions }, page);
  const names = await namesOf(db, rows);
  return {
    rows: rows.map(({ id, kind, at, of: about, title, text, status, cents, byId, email }) => ({
      id,
      kind,
      at: new Date(at).toISOString(),
      of: about,
      title,
      text,
      status,
      amount: cents === null ? null : decimal(BigInt(cents)),
      by: (byId && names.get(byId)) ?? null,
      email,
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

/** People whose name, address or reference has these words, or who bear this tag, the one who wrote last first. */
export async function findAnybody(
  { db, user }: Pick<PersonContext, 'db' | 'user'>,
  search: string,
) {
  const { permissions } = callerOf({ user });
  const addresses = await listTagged(db, search.trim().toLowerCase(), mostOfKind);
  const found = await searchRecords(db, search, { addresses, permissions, limit: mostOfKind });
  const together = await listMergedWith(db, [
    ...new Set(found.map(({ email }) => email.toLowerCase())),
  ]);
  // All of a group have the same first address in the order of the alphabet.
  const byPerson = Map.groupBy(
    found,
    ({ email }) => together.get(email.toLowerCase())?.toSorted()[0] ?? email,
  );
  const asked = search.toLowerCase();
  const people = [...byPerson.values()].map((records) => personOf(records, asked));
  people.sort(
    (one, other) =>
      Number(other.email === asked) - Number(one.email === asked) ||
      other.at - one.at ||
      one.email.localeCompare(other.email),
  );
  return {
    people: people.slice(0, MOST_FOUND).map(({ at: _, ...person }) => person),
    hasMore: people.length > MOST_FOUND || isCut(found),
  };
}

/** Whether of one kind as many were found as were looked for. */
const isCut = (found: readonly FoundRecord[]) =>
  [...Map.groupBy(found, ({ record }) => record).values()].some(
    (ofKind) => ofKind.length >= mostOfKind,
  );

/** The person of these records, by the address that was asked for or else the first. */
function personOf(records: readonly FoundRecord[], asked: string) {
  const emails = [...new Set(records.map(({ email }) => email.toLowerCase()))];
  const email = emails.find((one) => one === asked) ?? emails[0] ?? '';
  const theirs = records.filter((one) => one.email.toLowerCase() === email);
  const [first] = theirs;
  if (!first) throw new Error('A person was found without a record.');
  const named = [...theirs, ...records];
  return {
    email,
    mergedWith: emails.filter((one) => one !== email),
    name: named.find(({ name }) => name.trim())?.name ?? '',
    record: first.record,
    id: first.id,
    records: [...new Set(records.map(({ record }) => record))],
    signature: named.find(({ status }) => status !== null)?.status ?? null,
    at: Math.max(...records.map(({ at }) => at)),
  };
}
