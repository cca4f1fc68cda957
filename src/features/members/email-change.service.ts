import type { Context } from '../../server/context.ts';
import { addAudit } from '../../server/audit.store.ts';
import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import {
  demandPause,
  dropLinks,
  linkIsDead,
  newAccountLink,
  takeLink,
} from './account-link.service.ts';
import { doneBy, writeToMember } from './account-notice.service.ts';
import { setEmail } from './account.store.ts';
import { findUserByEmail, type UserRow } from './member.store.ts';
import { newNotMeLink } from './not-me-link.service.ts';
import { enoughForToday } from './verification.service.ts';

type Visit = Pick<Context<never>, 'clock' | 'request' | 'secrets' | 'db' | 'jobs' | 'publicUrl'>;

/**
 * Mails a link to the new address, and to the old one what is going on and how to stop it. Throws, beside
 * `field`, 400 for the address that it is already and 409 for one that has an account (registering tells that
 * too), and 429 when asked again too soon.
 */
export async function askForEmailChange(
  visit: Visit,
  tx: Database,
  user: UserRow,
  email: string,
  field = 'email',
): Promise<void> {
  if (email === user.email) throw isTheirs(field);
  if (await findUserByEmail(tx, email)) throw emailIsTaken(field);
  await demandPause(visit, tx, 'email', user.id);
  const confirmUrl = await newAccountLink(visit, tx, 'email', { user, detail: email });
  const leaves = await writeToMember(
    visit,
    tx,
    { ...user, email },
    {
      template: 'email-change-link',
      props: { confirmUrl },
    },
  );
  if (!leaves) throw enoughForToday();
  await writeToMember(visit, tx, user, {
    template: 'email-change-asked',
    props: { newEmail: email, ...doneBy(visit), notMeUrl: await newNotMeLink(visit, tx, user) },
  });
}

/**
 * Gives the account of the link its new address, which is proved by that, and tells both. Links that
 * were mailed to the old one open nothing any more. Throws 400 for a dead link, 409 when somebody
 * else has the address by now. Answers the account as it is then.
 */
export async function takeNewEmail(visit: Visit, tx: Database, key: string): Promise<UserRow> {
  const now = visit.clock.now();
  const { user, detail: email } = await takeLink(visit, tx, 'email', key);
  if (!email) throw linkIsDead();
  // Two at once both find it free; the second write waits for the first, and is refused.
  if (await findUserByEmail(tx, email)) throw emailIsTaken();
  if (!(await setEmail(tx, user.id, { email, now }))) throw emailIsTaken();
  await dropLinks(tx, user.id, ['verify', 'reset', 'email']);
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.email_changed',
    subject: user.id,
    before: null,
    after: null,
  });
  const changed = { ...user, email };
  // Who mistyped the address at first must not lose the account to the stranger who has it.
  if (!user.emailVerifiedAt) await dropLinks(tx, user.id, ['not-me']);
  const mayTakeBack = user.emailVerifiedAt !== null && !user.isAdmin;
  const notMeUrl = mayTakeBack ? await newNotMeLink(visit, tx, user) : '';
  await writeToMember(visit, tx, user, {
    template: 'email-changed-from',
    props: { newEmail: email, ...doneBy(visit), notMeUrl },
  });
  await writeToMember(visit, tx, changed, { template: 'email-changed-to', props: doneBy(visit) });
  return changed;
}

function isTheirs(field: string): Fault {
  const message = words('This is your address already.');
  return new Fault(400, message, { fields: { [field]: message } });
}

function emailIsTaken(field = 'email'): Fault {
  const message = words('This address cannot be used. Please choose another one.');
  return new Fault(409, message, { fields: { [field]: message } });
}
