import { randomUUID } from 'node:crypto';
import { safeParse } from 'zod/v4/core';
import { addAudit } from '../../../server/audit.store.ts';
import type { AppContext } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { removeApiKeysOf } from '../../../server/security/api-key.store.ts';
import { removeSessionsOf } from '../../../server/security/session.store.ts';
import { SettingError } from '../../../server/settings.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Role } from '../../../shared/roles.ts';
import { minutes } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { revokeLinks } from '../account-link.service.ts';
import { Login } from '../login/login.contract.ts';
import { findUserByEmail, type UserRow } from '../../../server/user.store.ts';
import { addUser, hasOwner, lockAdministrators, promoteToAdministrator } from '../member.store.ts';
import { findLink, replaceLinks, consumeLink } from '../one-time-link.store.ts';
import { hashPassword, weaknessOf } from '../password.service.ts';
import { removeSecondFactors } from '../second-factor/second-factor.service.ts';

const firstAdminLink = 'first-admin';
const linkLifetimeMs = minutes(30);

/** The creator of the administrator; written to the audit log. */
export type AdminSource = 'environment' | 'one-time link' | 'command line';

export interface AdminAccount {
  email: string;
  /** A hash. */
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** An owner without one. */
  role?: Role | undefined;
}

/**
 * Makes the account of this address an administrator with this role and password, creating it when there is
 * none; its sessions, second factors and mailed links end. Writes the audit row.
 */
export async function saveAdministrator(
  tx: Database,
  account: AdminAccount,
  by: { source: AdminSource; now: Date },
): Promise<{ user: UserRow; was: 'nobody' | 'member' | 'administrator' }> {
  const { email, password, firstName = null, lastName = null, role = 'owner' } = account;
  const { now, source } = by;
  const added = await addUser(tx, {
    id: randomUUID(),
    email,
    password,
    firstName,
    lastName,
    role,
    // The operator of the server vouches for the address.
    emailVerifiedAt: now,
    now,
  });
  const known = added ? undefined : await findUserByEmail(tx, email);
  const user =
    added ??
    (known &&
      (await promoteToAdministrator(tx, known.id, { password, role, firstName, lastName, now })));
  if (!user) throw new Error('An account vanished while it was made an administrator.');
  if (known) {
    // The account's present user may be another person, who must not keep access.
    await removeSessionsOf(tx, user.id);
    await removeApiKeysOf(tx, user.id);
    await removeSecondFactors(tx, user.id, now);
    await revokeLinks(tx, user.id, ['email', 'reset', 'verify', 'not-me', 'invitation']);
  }
  const was = !known ? 'nobody' : known.isAdmin ? 'administrator' : 'member';
  await addAudit(tx, {
    at: now,
    actorId: null,
    action: was === 'administrator' ? 'administrator.password_reset' : 'administrator.created',
    subject: user.id,
    before: { was, ...(known?.role ? { role: known.role } : {}) },
    after: { source, role },
  });
  return { user, was };
}

type Start = Pick<AppContext, 'db' | 'settings' | 'clock' | 'publicUrl'>;

/**
 * At every start, before the site opens: makes sure that the dashboard has an administrator.
 * Nothing happens when an owner exists. Otherwise ADMIN_EMAIL and ADMIN_PASSWORD make the
 * first one (a member of that address is promoted and gets the password); without them the answer is
 * the address of a link that makes one, once, within 30 minutes. Throws `SettingError` when the two will not do.
 */
export async function ensureFirstAdmin(context: Start): Promise<string | undefined> {
  if (await hasOwner(context.db)) return undefined;
  const { firstAdmin } = context.settings;
  const account = firstAdmin && (await accountFrom(firstAdmin, context.settings));
  const now = context.clock.now();
  return inTransaction(context.db, async (tx) => {
    await lockAdministrators(tx);
    // Another instance may have been faster.
    if (await hasOwner(tx)) return undefined;
    if (account) {
      await saveAdministrator(tx, account, { source: 'environment', now });
      return undefined;
    }
    const expiresAt = new Date(now.getTime() + linkLifetimeMs);
    const token = await replaceLinks(tx, { purpose: firstAdminLink, expiresAt });
    return `${context.publicUrl}/admin/first#key=${token}`;
  });
}

async function accountFrom(
  given: { email: string; password: string },
  settings: AppContext['settings'],
): Promise<AdminAccount> {
  const { success, data, error } = safeParse(Login, given);
  if (!success) {
    const [issue] = error.issues;
    const variable = issue?.path[0] === 'email' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD';
    throw new SettingError(`${variable} cannot be used: ${issue?.message}.`);
  }
  const weakness = weaknessOf(data.password, { ...data, isAdmin: true }, settings);
  if (weakness) throw new SettingError(`ADMIN_PASSWORD cannot be used: ${weakness}`);
  return { email: data.email, password: await hashPassword(data.password) };
}

/** Whether `createFirst` would take this link now. */
export async function opensFirstAdmin(db: Database, token: string, now: Date): Promise<boolean> {
  if (await hasOwner(db)) return false;
  return (await findLink(db, firstAdminLink, token, now)) !== undefined;
}

/** Throws what `createFirst` would, before anything is hashed. */
export async function requireFirstAdminLink(db: Database, token: string, now: Date): Promise<void> {
  if (await hasOwner(db)) throw adminExists();
  if (!(await findLink(db, firstAdminLink, token, now))) throw expiredLinkFault();
}

/** Creates the first administrator and spends the link. Throws 409 when there is one, 400 for a link that opens nothing. */
export async function createFirst(
  tx: Database,
  token: string,
  account: AdminAccount,
  now: Date,
): Promise<UserRow> {
  await lockAdministrators(tx);
  if (await hasOwner(tx)) throw adminExists();
  if (!(await consumeLink(tx, firstAdminLink, token, now))) throw expiredLinkFault();
  return (await saveAdministrator(tx, account, { source: 'one-time link', now })).user;
}

const adminExists = () =>
  new Fault(409, words('This site already has an administrator. Please log in.'));
const expiredLinkFault = () =>
  new Fault(
    400,
    words('This link has expired or has already been used. Restart the site to get a new one.'),
  );
