import { addAudit } from '../../server/audit.store.ts';
import { type RequestContext, callerOf } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import { bumpPageVersion } from '../../server/pages/page-version.store.ts';
import { conflict } from '../../server/http/conflict.ts';
import { Fault } from '../../shared/fault.ts';
import type { Language } from '../../shared/language.ts';
import { type Pause, PAUSED, type Paused, PAUSES } from '../../shared/pause.ts';
import { type NewPause, PauseState, type SavedPause } from './site.contract.ts';
import { findSetting, putSetting } from './site.store.ts';

const nameOf = (what: Pause) => `pause.${what}`;

/** Whether something is paused, the words about it, and the version of both. */
export async function readPause(db: Database, what: Pause): Promise<SavedPause> {
  const setting = await findSetting(db, nameOf(what));
  const parsed = PauseState.safeParse(setting?.value);
  const state = parsed.success ? parsed.data : { isPaused: false, words: { en: '', fr: '' } };
  return { ...state, version: setting?.updatedAt.getTime() ?? 0 };
}

/** What is paused, with the words in a language: of it, else English, else none. */
export async function readPaused(db: Database, language: Language): Promise<Paused> {
  const paused: Paused = {};
  for (const what of PAUSES) {
    const { isPaused, words } = await readPause(db, what);
    if (isPaused) paused[what] = words[language] || words.en;
  }
  return paused;
}

/** Throws 409 with a sentence for the caller while this is paused (no 503: the site is well, and no alert is needed). Read with each action, so that it applies on every instance at once. */
export async function requireOpen(
  { db, language }: Pick<RequestContext<never>, 'db' | 'language'>,
  what: Pause,
): Promise<void> {
  const { isPaused, words } = await readPause(db, what);
  if (!isPaused) return;
  throw new Fault(409, words[language] || words.en || PAUSED, { detail: { reason: 'paused' } });
}

type ChangeContext = Pick<RequestContext<never>, 'clock' | 'user'>;

/**
 * Pauses something or ends its pause; the public pages are drawn anew. Answers its version. Throws 409, and changes
 * nothing, when `version` is not the stored one.
 */
export async function changePause(
  context: ChangeContext,
  tx: Database,
  { what, change }: { what: Pause; change: NewPause },
): Promise<number> {
  const { version: seen, ...state } = change;
  const [actorId, now] = [callerOf(context).id, context.clock.now()];
  const { version: _, ...before } = await readPause(tx, what);
  const put = await putSetting(
    tx,
    { name: nameOf(what), value: state, updatedBy: actorId, updatedAt: now },
    seen,
  );
  if (!put) throw conflict();
  await addAudit(tx, {
    at: now,
    actorId,
    action: `site.${actOf(before, state)}`,
    subject: what,
    before,
    after: state,
  });
  await bumpPageVersion(tx);
  return put.getTime();
}

function actOf(before: PauseState, after: PauseState): string {
  if (before.isPaused === after.isPaused) return 'pause_reworded';
  return after.isPaused ? 'paused' : 'resumed';
}
