import { addAudit } from '../../../server/audit.store.ts';
import { type RequestContext, callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { conflict } from '../../../server/http/conflict.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { findSetting, putSetting } from '../../maintenance/site.store.ts';
import { countAdministratorsWithoutSecondFactor } from './second-factor.store.ts';

const NAME = 'second-factor';

/** Whether the owners have decided that every administrator needs a second factor. */
export async function isSecondFactorRequired(db: Database): Promise<boolean> {
  return (await findSetting(db, NAME))?.value === true;
}

/** What holds, who has set it, and how many it would hold back. */
export async function describePolicy(
  context: Pick<RequestContext<never>, 'db' | 'settings' | 'user'>,
) {
  const isFixed = context.settings.requireAdminSecondFactor;
  return {
    isRequired: isFixed || (await isSecondFactorRequired(context.db)),
    isFixed,
    hasOwn: callerOf(context).hasSecondFactor,
    without: await countAdministratorsWithoutSecondFactor(context.db),
  };
}

/**
 * Asks every administrator for a second factor from now on, or no longer; nothing where that holds already. Throws 409 for who has none: of those who
 * decide it at least one must go on to get in without a detour, and know what they ask of the others.
 */
export async function changePolicy(
  context: Pick<RequestContext<never>, 'user' | 'clock'>,
  tx: Database,
  isRequired: boolean,
): Promise<void> {
  const caller = callerOf(context);
  if (isRequired && !caller.hasSecondFactor)
    throw new Fault(
      409,
      words(
        'First set up two-step verification for yourself, in your profile under Account security.',
      ),
    );
  const now = context.clock.now();
  const setting = await findSetting(tx, NAME);
  const before = setting?.value === true;
  if (before === isRequired) return;
  const change = { name: NAME, value: isRequired, updatedBy: caller.id, updatedAt: now };
  // Another owner may switch it at the same time.
  if (!(await putSetting(tx, change, setting?.updatedAt.getTime() ?? 0))) throw conflict();
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: isRequired ? 'site.second_factor_required' : 'site.second_factor_optional',
    subject: null,
    before: { isRequired: before },
    after: { isRequired },
  });
}
