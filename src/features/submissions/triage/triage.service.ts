import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import type { Clock } from '../../../server/clock.ts';
import { type Caller, callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { Columns, List } from '../../../server/lists/list.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { shownName } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { listAdministrators } from '../../../server/user.store.ts';
import type { Triage, TriageRecord } from './triage.contract.ts';
import { daysWaited, longestWaitMs, type TriagedKind, type TriageStatus } from './triage.rules.ts';
import {
  addNote,
  findReceivedAt,
  holdSubmission,
  listNotes,
  listPeople,
  listOwnerIds,
  listTags,
  listTriage,
  saveTriage,
  triagedList,
  type TriageRow,
} from './triage.store.ts';

interface Place {
  kind: TriagedKind;
  id: string;
}

interface Command {
  user: Caller | undefined;
  clock: Clock;
}

const nameOf = (person: { firstName: string | null; lastName: string | null; email: string }) =>
  shownName(person) || person.email;

async function namesOf(db: Database, ids: (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  const people = asked.length > 0 ? await listPeople(db, asked) : [];
  return new Map(people.map((person) => [person.id, nameOf(person)]));
}

function triageOf(
  row: TriageRow | undefined,
  receivedAt: Date,
  { names, now }: { names: ReadonlyMap<string, string>; now: Date },
): Triage {
  const { status = 'new', ownerId = null, tags = [], version = 0 } = row ?? {};
  return {
    status,
    owner: ownerId ? { id: ownerId, name: names.get(ownerId) ?? '' } : null,
    tags,
    version,
    daysWaited: daysWaited({ status, receivedAt }, now),
  };
}

export interface TriageQuery {
  owner?: string | undefined;
  tag?: string | undefined;
}

/** The list of a kind, narrowed to an owner and a tag where the query names them; it can be asked for a status. */
export const triagedBy = <C extends Columns>(
  { query, clock }: { query: TriageQuery; clock: Clock },
  kind: TriagedKind,
  list: List<C>,
) =>
  triagedList(list, kind, {
    ...query,
    receivedBefore: new Date(clock.now().getTime() - longestWaitMs),
  });

/** Submissions of a kind, each with who cares for it and how far it is. */
export async function withTriage<Row extends { id: string; createdAt: Date }>(
  db: Database,
  rows: Row[],
  { kind, now }: { kind: TriagedKind; now: Date },
): Promise<(Row & { triage: Triage })[]> {
  if (rows.length === 0) return [];
  const touched = await listTriage(
    db,
    kind,
    rows.map(({ id }) => id),
  );
  const names = await namesOf(
    db,
    touched.map(({ ownerId }) => ownerId),
  );
  const byId = new Map(touched.map((row) => [row.submissionId, row]));
  return rows.map((row) => ({
    ...row,
    triage: triageOf(byId.get(row.id), row.createdAt, { names, now }),
  }));
}

/** All that is known about how a submission is cared for. Throws 404 when there is none. */
export async function readTriage(
  db: Database,
  { kind, id }: Place,
  now: Date,
): Promise<Omit<TriageRecord, 'changedAt' | 'notes'> & Timestamps> {
  const receivedAt = await findReceivedAt(db, kind, id);
  if (!receivedAt) throw new Fault(404, words('Not found.'));
  const [row] = await listTriage(db, kind, [id]);
  const notes = await listNotes(db, kind, id);
  const names = await namesOf(db, [
    row?.ownerId ?? null,
    row?.changedBy ?? null,
    ...notes.map(({ authorId }) => authorId),
  ]);
  return {
    ...triageOf(row, receivedAt, { names, now }),
    changedBy: (row && names.get(row.changedBy)) ?? null,
    changedAt: row?.changedAt ?? null,
    notes: notes.map(({ authorId, createdAt, ...note }) => ({
      id: note.id,
      text: note.text,
      author: names.get(authorId) ?? null,
      at: createdAt,
    })),
  };
}

interface Timestamps {
  changedAt: Date | null;
  notes: { id: string; text: string; author: string | null; at: Date }[];
}

interface Change {
  status: TriageStatus;
  ownerId: string | null;
  tags: string[];
  /** The one that the caller has before them. */
  version: number;
}

/** Throws 404 without the submission, 400 for an owner who is no administrator, 409 when another version is saved. */
export async function triage(command: Command, tx: Database, place: Place, change: Change) {
  const { kind, id } = place;
  const now = command.clock.now();
  if (!(await holdSubmission(tx, kind, id))) throw new Fault(404, words('Not found.'));
  const [before] = await listTriage(tx, kind, [id]);
  if (change.ownerId !== (before?.ownerId ?? null)) await requireAdministrator(tx, change.ownerId);
  const after = {
    status: change.status,
    ownerId: change.ownerId,
    tags: [...new Set(change.tags)],
  };
  const by = { changedBy: callerOf(command).id, changedAt: now };
  if (!(await saveTriage(tx, { kind, id, version: change.version }, { ...after, ...by })))
    throw new Fault(
      409,
      words('Someone else has changed this in the meantime. What you chose is still here.'),
      { detail: { now: await readTriage(tx, place, now) } },
    );
  await addAudit(tx, {
    at: now,
    actorId: by.changedBy,
    action: `${kind}_submission.triaged`,
    subject: id,
    before: before ? { status: before.status, ownerId: before.ownerId, tags: before.tags } : null,
    after,
  });
}

/** Throws 400 for somebody who may not care for submissions; null is nobody. */
export async function requireAdministrator(tx: Database, id: string | null): Promise<void> {
  if (
    id === null ||
    (await listAdministrators(tx, 'submissions:triage')).some((one) => one.id === id)
  )
    return;
  const sentence = words('Please choose an administrator');
  throw new Fault(400, sentence, { fields: { ownerId: sentence } });
}

/** Adds a note. Throws 404 without the submission. */
export async function noteTriage(
  command: Command,
  tx: Database,
  { kind, id }: Place,
  text: string,
) {
  if (!(await holdSubmission(tx, kind, id))) throw new Fault(404, words('Not found.'));
  const note = { id: randomUUID(), authorId: callerOf(command).id, createdAt: command.clock.now() };
  await addNote(tx, kind, { ...note, submissionId: id, text });
  await addAudit(tx, {
    at: note.createdAt,
    actorId: note.authorId,
    action: `${kind}_submission.noted`,
    subject: id,
    // The words stay where they can be erased.
    after: { note: note.id },
  });
}

/** The possible owners of a submission and those it has, by name, and the tags in use. */
export async function readTriageChoices(db: Database) {
  const administrators = await listAdministrators(db, 'submissions:triage');
  const named = new Map(administrators.map((person) => [person.id, nameOf(person)]));
  const others = await namesOf(
    db,
    (await listOwnerIds(db)).filter((id) => !named.has(id)),
  );
  return {
    administrators: byName(named),
    owners: byName([...named, ...others]),
    tags: await listTags(db),
  };
}

const byName = (people: Iterable<[id: string, name: string]>) =>
  [...people].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
