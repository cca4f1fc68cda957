import { callerOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { removeSessionsOf } from '../../server/session.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { lockUser } from './account.store.ts';
import { lockAdministrators } from './member.store.ts';
import { recordRemoval } from './second-factor-notice.service.ts';
import { isGuarded, removeSecondFactors } from './second-factor.service.ts';
import { countSecondFactors, lockSecondFactors } from './second-factor.store.ts';
import { demandOffice, noUser, type Visit } from './suspension.service.ts';

/**
 * Takes every second factor off an account: its owner has lost phone and codes, or whoever had the password for
 * a while has added one. Its sessions end, and its owner is told. Throws 404 for nobody, 409 for oneself and
 * where there is none.
 */
export async function takeSecondFactorOff(visit: Visit, tx: Database, id: string): Promise<void> {
  const caller = callerOf(visit);
  if (id === caller.id)
    throw new Fault(409, words('Your own second factor you remove in your profile.'));
  await lockAdministrators(tx);
  await demandOffice(visit, tx, 'users:grant');
  const user = await lockUser(tx, id);
  if (!user) throw noUser();
  await lockSecondFactors(tx, id);
  const had = await countSecondFactors(tx, id);
  if (!isGuarded(had)) throw new Fault(409, words('This account has no second factor.'));
  await removeSecondFactors(tx, id, visit.clock.now());
  await removeSessionsOf(tx, id);
  await recordRemoval({ ...visit, db: tx }, { userId: id, actorId: caller.id, had: { ...had } });
}
