import type { Context } from '../../server/context.ts';
import { sessionOf } from '../../server/context.ts';
import { addAudit } from '../../server/audit.store.ts';
import type { Database } from '../../server/database.ts';
import { removeSessionsOf } from '../../server/session.store.ts';
import { dropLinks } from './account-link.service.ts';
import { doneBy, writeToMember } from './account-notice.service.ts';
import { setPassword } from './account.store.ts';
import type { UserRow } from './member.store.ts';
import { newNotMeLink } from './not-me-link.service.ts';
import { raiseSession } from './session.service.ts';

type Visit = Pick<
  Context<never>,
  'clock' | 'request' | 'secrets' | 'db' | 'jobs' | 'publicUrl' | 'session' | 'setCookie'
>;

/**
 * Gives an account its new password, from one of its own browsers: every other one is logged out, this
 * one goes on under a new key, and links that somebody else may have asked for open nothing.
 */
export async function saveNewPassword(
  visit: Visit,
  tx: Database,
  user: UserRow,
  hash: string,
): Promise<void> {
  const now = visit.clock.now();
  const { sid } = sessionOf(visit);
  await setPassword(tx, user.id, { hash, now });
  await removeSessionsOf(tx, user.id, sid);
  await raiseSession(visit, tx, now);
  await dropLinks(tx, user.id, ['reset', 'email']);
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.password_changed',
    subject: user.id,
  });
  await writeToMember(visit, tx, user, {
    template: 'password-changed',
    props: { ...doneBy(visit), notMeUrl: await newNotMeLink(visit, tx, user) },
  });
}
