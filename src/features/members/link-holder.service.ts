import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { linkIsDead } from './account-link.service.ts';
import { loginCounter } from './login-counter.service.ts';
import { confirmCredentials, findByCredentials } from './member.service.ts';
import { findUser } from './member.store.ts';

type Visit = Pick<Context<AnyEndpoint>, 'db' | 'clock' | 'secrets' | 'user' | 'request'>;

/**
 * Sees to it that the link to an address is opened by the member whose account gets it: logged in to it in
 * this browser, or with its password. Whoever reads the mailbox alone may be a stranger to the account, which
 * somebody else made in their name. Answers what confirms it in the transaction of the deed. Throws 403 with
 * `reason: 'password'` for a missing or a wrong one, and 429 after too many, which count as tries to log in.
 */
export async function demandHolder(
  visit: Visit,
  link: { userId: string },
  password: string | undefined,
): Promise<(tx: Database) => Promise<void>> {
  if (visit.user?.id === link.userId) return async () => undefined;
  if (password === undefined) throw passwordIsMissing();
  const owner = await findUser(visit.db, link.userId);
  if (!owner) throw linkIsDead();
  const counter = loginCounter(visit, owner.email);
  const user = await findByCredentials(visit, { email: owner.email, password }, counter);
  if (user?.id !== link.userId) throw passwordIsWrong();
  return async (tx) => {
    if (!(await confirmCredentials(tx, user, counter))) throw passwordIsWrong();
  };
}

const passwordIsMissing = () =>
  refusal(words('Please enter the password of the account: this browser is not logged in to it.'));
const passwordIsWrong = () => refusal(words('The password is not right.'));

const refusal = (message: string) =>
  new Fault(403, message, { fields: { password: message }, detail: { reason: 'password' } });
