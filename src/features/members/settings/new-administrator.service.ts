import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { type RequestContext, callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { AdminAccount } from '../administrators/first-administrator.service.ts';
import { findUserByEmail, type UserRow } from '../../../server/user.store.ts';
import { addUser, lockAdministrators } from '../member.store.ts';
import { notifyRoleChange } from '../administrators/roles.service.ts';
import { requirePermission, type AdminContext } from '../administrators/suspension.service.ts';
import { sendWelcomeMail } from '../registration/verification.service.ts';

/** Throws 409, with the account's id, for an address that has one: who is known is appointed, not made again. */
export async function requireFreeAddress(db: Database, email: string): Promise<void> {
  const known = await findUserByEmail(db, email);
  if (!known) return;
  const message = known.isAdmin
    ? words('This address already belongs to an administrator.')
    : words('This address already has an account. Give that account a role in the Users tab.');
  throw new Fault(409, message, { fields: { email: message }, detail: { account: known.id } });
}

/** Who is behind a new administrator, and how the account came about. */
interface Origin {
  /** Whom the log names. */
  actorId?: string;
  /** Whom the mail to the owners names, by email. */
  changedBy: string;
  source: 'dashboard' | 'invitation';
  /** What else the log says. */
  detail?: Record<string, string>;
}

/**
 * Adds the account of an administrator (an owner when no role is named), writes the audit row and notifies every
 * owner; `undefined`, and nothing is done, for an address that has an account. Without an actor it is the new
 * administrator's own act. The caller holds `lockAdministrators`.
 */
export async function addAdministrator(
  context: MailContext & Pick<RequestContext<never>, 'language'>,
  tx: Database,
  { email, password, ...more }: AdminAccount & { emailVerifiedAt?: Date },
  origin: Origin,
): Promise<UserRow | undefined> {
  const { firstName = null, lastName = null, role = 'owner', ...proof } = more;
  const now = context.clock.now();
  const user = await addUser(tx, {
    ...proof,
    id: randomUUID(),
    email,
    password,
    firstName,
    lastName,
    role,
    locale: context.language,
    now,
  });
  if (!user) return undefined;
  await addAudit(tx, {
    at: now,
    actorId: origin.actorId ?? user.id,
    action: 'administrator.created',
    subject: user.id,
    before: { was: 'nobody' },
    after: { source: origin.source, role, ...origin.detail },
  });
  await notifyRoleChange(context, tx, user, { was: null, role, changedBy: origin.changedBy });
  return user;
}

/**
 * Creates an administrator who logs in with the password that was chosen for them. The address is not proved by
 * that: it gets a link and no other mail, and opens nothing before it is (`speaksForAccount`). Every owner is notified. Throws 409
 * for an address that has an account by now, 403 when the caller may not any more.
 */
export async function createAdministrator(
  context: AdminContext & Pick<RequestContext<never>, 'language'>,
  tx: Database,
  account: AdminAccount,
): Promise<void> {
  await lockAdministrators(tx);
  await requirePermission(context, tx, 'users:grant');
  const { id: actorId, email: changedBy } = callerOf(context);
  const origin = { actorId, changedBy, source: 'dashboard' } as const;
  const user = await addAdministrator(context, tx, account, origin);
  if (!user) {
    await requireFreeAddress(tx, account.email);
    throw new Error('An address was taken and is free again within one transaction.');
  }
  await sendWelcomeMail(context, tx, user);
}
