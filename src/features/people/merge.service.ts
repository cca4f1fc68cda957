import { randomUUID } from 'node:crypto';
import { addAudit } from '../../server/audit.store.ts';
import type { Clock } from '../../server/clock.ts';
import { type Caller, callerOf } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import type { PersonalDataSource } from '../../server/personal-data.ts';
import { PERMISSIONS, type Permission } from '../../shared/access.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import type { RecordRef } from './merge.contract.ts';
import {
  addMerge,
  type AddressMerge,
  listMerged,
  listMergedWith,
  lockMerges,
  removeFromGroup,
  removeMerge,
} from './merge.store.ts';
import { forgetNotes, listNoted } from './notes/person-note.store.ts';
import { addressOf } from './person.service.ts';
import { findRecordOf } from './person.store.ts';

interface MergeContext {
  db: Database;
  clock: Clock;
  user: Caller | undefined;
}

/** Shows the addresses of two records as one person. Throws 409 where they are the same or together already. */
export async function merge(context: MergeContext, of: RecordRef, other: RecordRef) {
  const { db, clock } = context;
  const { id: actorId, permissions } = callerOf(context);
  await lockMerges(db);
  const address = await addressOf(db, of, permissions);
  const otherAddress = await addressOf(db, other, permissions);
  if (address === otherAddress)
    throw new Fault(409, words('Both have the same address, so there is nothing to merge.'));
  if ((await listMergedWith(db, [address])).get(address)?.includes(otherAddress))
    throw new Fault(409, words('These addresses are merged already.'));
  const [id, at] = [randomUUID(), clock.now()];
  await addMerge(db, { id, address, otherAddress, mergedAt: at });
  await addAudit(db, {
    at,
    actorId,
    action: 'person.merged',
    subject: id,
    // Never the addresses: rows of the log are never removed.
    after: { of, with: other },
  });
  return { id, message: words('The dashboard now shows these addresses as one person.') };
}

const separated = words('The dashboard shows these addresses apart again.');

/** Takes one merge back. Throws 409 where it is gone. */
export async function takeBackMerge(context: MergeContext, id: string) {
  const { db } = context;
  await lockMerges(db);
  const gone = await removeMerge(db, id);
  if (!gone) throw new Fault(409, words('These addresses are no longer merged.'));
  await recordSeparation(context, gone);
  return { message: separated };
}

/** Takes the address of a record out of its group. Throws 409 where it is in none. */
export async function separate(context: MergeContext, of: RecordRef) {
  const { db } = context;
  await lockMerges(db);
  const address = await addressOf(db, of, callerOf(context).permissions);
  const gone = await removeFromGroup(db, address);
  if (!gone) throw new Fault(409, words('These addresses are no longer merged.'));
  return { message: separated, again: await recordSeparation(context, gone) };
}

/** Writes down what would merge them again, and answers it. */
async function recordSeparation(
  context: MergeContext,
  { id, address, otherAddress }: AddressMerge,
): Promise<{ of: RecordRef; with: RecordRef } | null> {
  const { db, clock } = context;
  const { id: actorId, permissions } = callerOf(context);
  const of = await findRecordOf(db, address, permissions);
  const other = await findRecordOf(db, otherAddress, permissions);
  const again = of && other ? { of, with: other } : null;
  await addAudit(db, {
    at: clock.now(),
    actorId,
    action: 'person.separated',
    subject: id,
    before: again,
  });
  return again;
}

/**
 * An address that is erased is merged with none any more, and so is that of a member who deletes the account and has
 * proved it to be theirs.
 */
export const mergeData: PersonalDataSource = {
  async erase(tx, { email, emailVerifiedAt, isWhole }) {
    if (!emailVerifiedAt) return;
    await lockMerges(tx);
    await removeFromGroup(tx, email);
    if (isWhole) await forgetNotes(tx, email);
  },
};

const everything: readonly Permission[] = PERMISSIONS;

/** Forgets the addresses of which no record is left, with what was noted about them. */
export async function removeEmptyMerges({ db }: Pick<MergeContext, 'db'>): Promise<void> {
  for (const address of new Set([...(await listMerged(db)), ...(await listNoted(db))])) {
    if (await findRecordOf(db, address, everything)) continue;
    await inTransaction(db, async (tx) => {
      await lockMerges(tx);
      await removeFromGroup(tx, address);
      await forgetNotes(tx, address);
    });
  }
}
