import type { Context } from '../../server/context.ts';
import { callerOf, sessionOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { lockUser } from './account.store.ts';
import { sessionCounter } from './login-counter.service.ts';
import { forgiveTries, returnTry } from './login-tries.store.ts';
import { findByCredentials } from './member.service.ts';
import type { UserRow } from './member.store.ts';

type Visit = Pick<Context<AnyEndpoint>, 'db' | 'clock' | 'secrets' | 'user' | 'session'>;

/**
 * Asks the caller for their password before a deed, counting the tries of this session. Answers the
 * account as it is when `confirm` runs in the deed's transaction, held until its end. A right one is no
 * try, whatever the deed comes to; `isHalf` counts it until the deed is done, where a code is asked for
 * under the same counter. Throws 400 beside `field` for a wrong one, also when it was changed in between,
 * and 429 for too many.
 */
export async function demandOwnPassword(
  visit: Visit,
  password: string,
  { field = 'password', isHalf = false } = {},
): Promise<{ confirm(tx: Database): Promise<UserRow> }> {
  const { email } = callerOf(visit);
  const counter = sessionCounter(visit, sessionOf(visit));
  const user = await findByCredentials(visit, { email, password }, counter);
  if (!user) throw passwordIsWrong(field);
  // Outside of the deed’s transaction, which a taken address undoes.
  if (!isHalf) await returnTry(visit.db, counter);
  return {
    async confirm(tx) {
      const owner = await lockUser(tx, user.id);
      if (owner?.password !== user.password) throw passwordIsWrong(field);
      await forgiveTries(tx, counter);
      return owner;
    },
  };
}

// Not 401: the session is fine, the form is not.
function passwordIsWrong(field: string): Fault {
  const message = words('The password is not right.');
  return new Fault(400, message, { fields: { [field]: message } });
}
