import { isDeepStrictEqual } from 'node:util';
import { callerOf, type Caller, type AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { type DraftContent, MOST_DRAFTS, type OrderedDraft } from './draft.contract.ts';
import { isEmptyDraft } from './draft.rules.ts';
import {
  addDraft,
  changeDraft,
  countDrafts,
  findDraft,
  type MailDraft,
  removeDraft,
} from './draft.store.ts';

type Command = Pick<AppContext, 'db' | 'clock'> & { user: Caller | undefined };

/** A new text of a draft and the version that it replaces: 0 for one that was never saved. */
interface DraftChange {
  id: string;
  content: DraftContent;
  version: number;
}

/**
 * Keeps a draft of the caller and answers its version; 0 for one that was emptied, which goes. Throws 409 with `theirs` when another version is saved, or
 * none any more (null), and 409 with `reason` "full" when the caller has as many as anybody may.
 */
export async function keepDraft(command: Command, { id, content, version: seen }: DraftChange) {
  const { db } = command;
  const ownerId = callerOf(command).id;
  const draft = { id, ownerId, content, savedAt: command.clock.now() };
  const version = await (isEmptyDraft(content)
    ? dropEmptied(db, draft, seen)
    : seen === 0
      ? addFirst(command, draft)
      : changeDraft(db, draft, seen));
  if (version !== undefined) return { version, savedAt: draft.savedAt };
  const theirs = await findDraft(db, ownerId, id);
  // The same words once more: the answer to the first saving was lost on its way.
  if (theirs && isDeepStrictEqual(theirs.content, content)) return theirs;
  throw changedElsewhere(theirs);
}

const changedElsewhere = (theirs: MailDraft | undefined) =>
  new Fault(
    409,
    theirs
      ? words('You changed this draft in another window.')
      : words('This draft was sent or discarded in another window.'),
    { detail: { theirs: theirs ? shownDraft(theirs) : null } },
  );

/** 0 once nothing is saved any more; undefined where another version does. */
async function dropEmptied(
  db: Database,
  { ownerId, id }: Pick<MailDraft, 'ownerId' | 'id'>,
  seen: number,
): Promise<0 | undefined> {
  const isGone = await removeDraft(db, ownerId, id, seen);
  return isGone || !(await findDraft(db, ownerId, id)) ? 0 : undefined;
}

async function addFirst(
  { db }: Pick<Command, 'db'>,
  draft: Parameters<typeof addDraft>[1],
): Promise<number | undefined> {
  const isKnown = await findDraft(db, draft.ownerId, draft.id);
  if (!isKnown && (await countDrafts(db, draft.ownerId)) >= MOST_DRAFTS)
    throw new Fault(
      409,
      words('You have twenty drafts. Please send or discard one before you save this one.'),
      { detail: { reason: 'full' } },
    );
  return (await addDraft(db, draft)) ? 1 : undefined;
}

const shownDraft = ({ content, version, savedAt }: MailDraft) => ({ content, version, savedAt });

/** A draft of the caller. Throws 404 when they have none of this id. */
export async function openDraft(command: Command, id: string) {
  const found = await findDraft(command.db, callerOf(command).id, id);
  if (!found) throw noDraft();
  return shownDraft(found);
}

/** Throws a draft of the caller away; 404 when they have none of this id. */
export async function discardDraft(command: Command, id: string): Promise<void> {
  if (!(await removeDraft(command.db, callerOf(command).id, id))) throw noDraft();
}

const noDraft = () => new Fault(404, words('This draft was sent or discarded in another window.'));

/**
 * The mail that was a draft is ordered: in the same transaction the draft goes. Throws 409 with `theirs` as `keepDraft`
 * does: words that another window has saved are not thrown away unseen, and what it has sent is not sent once more.
 */
export async function endDraft(command: Command, draft: OrderedDraft | undefined): Promise<void> {
  if (!draft) return;
  const { id, version } = draft;
  const ownerId = callerOf(command).id;
  if (await removeDraft(command.db, ownerId, id, version)) return;
  const theirs = await findDraft(command.db, ownerId, id);
  if (theirs || version > 0) throw changedElsewhere(theirs);
}
