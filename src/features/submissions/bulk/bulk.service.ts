import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import type { Clock } from '../../../server/clock.ts';
import { type Caller, callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { Columns, List } from '../../../server/lists/list.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { contactList, partnerList, volunteerList } from '../kinds/submissions.store.ts';
import { longestWaitMs, type TriagedKind } from '../triage/triage.rules.ts';
import { requireAdministrator } from '../triage/triage.service.ts';
import { triagedList } from '../triage/triage.store.ts';
import type { BulkSelection } from './bulk.contract.ts';
import { MOST_AT_ONCE, undoneWithinMs } from './bulk.rules.ts';
import {
  type Change,
  changeMany,
  forgetBefore,
  holdChanged,
  holdThese,
  keepBefore,
  listMatching,
  listTagged,
  markUndone,
  putBack,
} from './bulk.store.ts';

interface Command {
  user: Caller | undefined;
  clock: Clock;
}

const LISTS: Record<TriagedKind, List<Columns>> = {
  contact: contactList,
  volunteer: volunteerList,
  partner: partnerList,
};

/** Those that were chosen, or that the list shows now; no more than one above `MOST_AT_ONCE`. Throws 409 where others come or go meanwhile. */
async function hold(
  tx: Database,
  kind: TriagedKind,
  which: BulkSelection,
  now: Date,
): Promise<string[]> {
  if ('ids' in which) return holdThese(tx, kind, which.ids);
  const { query } = which;
  const receivedBefore = new Date(now.getTime() - longestWaitMs);
  const list = triagedList(LISTS[kind], kind, { ...query, receivedBefore });
  const shown = await listMatching(tx, list, query, MOST_AT_ONCE + 1);
  if (shown.length > MOST_AT_ONCE) return shown;
  const held = await holdThese(tx, kind, shown);
  // The transaction that held them until now can have changed what the list shows.
  const still = new Set(await listMatching(tx, list, query, MOST_AT_ONCE + 1));
  if (still.size !== held.length || held.some((id) => !still.has(id))) throw isAnother(still.size);
  return held;
}

const isAnother = (count: number) =>
  new Fault(
    409,
    words(
      'The list has changed in the meantime, so nothing was changed. Please check the list and try again.',
    ),
    { detail: { count } },
  );

/**
 * Changes many submissions in one go; answers the id by which it is undone, and how many it changed. Throws 409
 * when they are not as many as the caller thinks, 400 for too many at once, for an owner who is no administrator, for
 * too many tags, and where no tag could be taken off.
 */
export async function triageMany(
  command: Command,
  tx: Database,
  kind: TriagedKind,
  { which, count, ...change }: Change & { which: BulkSelection; count: number },
): Promise<{ deed: string; count: number }> {
  const now = command.clock.now();
  const by = callerOf(command).id;
  if (isUntouched(change) && !change.tags?.length && !change.removedTags?.length)
    throw new Fault(400, words('Please choose what to change.'));
  if (change.ownerId) await requireAdministrator(tx, change.ownerId);
  const chosen = await hold(tx, kind, which, now);
  if (chosen.length > MOST_AT_ONCE)
    throw new Fault(400, words('You can change at most 10,000 at once. Please narrow the list.'));
  if (chosen.length !== count) throw isAnother(chosen.length);
  const ids = isRemovalAlone(change)
    ? await listTagged(tx, kind, chosen, change.removedTags ?? [])
    : chosen;
  if (ids.length === 0) throw new Fault(400, words('None of these has any of those tags.'));
  const id = randomUUID();
  await forgetBefore(tx, new Date(now.getTime() - undoneWithinMs));
  await keepBefore(tx, { id, kind, by, now }, ids);
  if (!(await changeMany(tx, { kind, by, now }, ids, change)))
    throw new Fault(
      400,
      words('Some of these would have more than ten tags. Nothing was changed.'),
    );
  await addAudit(tx, {
    at: now,
    actorId: by,
    action: `${kind}_submission.triaged_many`,
    subject: id,
    after: { count: ids.length, ...change },
  });
  return { deed: id, count: ids.length };
}

const isUntouched = ({ status, ownerId }: Change) => status === undefined && ownerId === undefined;

/** What has none of the tags stays untouched then. */
const isRemovalAlone = (change: Change) =>
  isUntouched(change) && !change.tags?.length && !!change.removedTags?.length;

/** Takes a change of many back; answers how many are as they were. Throws 404 when it cannot be taken back any more. */
export async function undoMany(
  command: Command,
  tx: Database,
  kind: TriagedKind,
  id: string,
): Promise<number> {
  const now = command.clock.now();
  const by = callerOf(command).id;
  if (!(await markUndone(tx, { id, kind, now }, new Date(now.getTime() - undoneWithinMs))))
    throw new Fault(404, words('This can no longer be undone.'));
  await holdChanged(tx, { id, kind });
  const count = await putBack(tx, { id, kind, by, now });
  await addAudit(tx, {
    at: now,
    actorId: by,
    action: `${kind}_submission.triage_undone`,
    subject: id,
    after: { count },
  });
  return count;
}
