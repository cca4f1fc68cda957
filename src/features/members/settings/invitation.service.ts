import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { type AppContext, callerOf, type RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { findUser, type UserRow } from '../../../server/user.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { inLanguage } from '../../../shared/language.ts';
import type { Role } from '../../../shared/roles.ts';
import { words } from '../../../shared/words.ts';
import { type MailContext, queueMail } from '../../mail/queue/mail-queue.service.ts';
import {
  ACCOUNT_LINKS,
  expiredLinkFault,
  redeemLink,
  requireLink,
} from '../account-link.service.ts';
import {
  type AdminContext,
  holdsPermission,
  requirePermission,
} from '../administrators/suspension.service.ts';
import { lockAdministrators } from '../member.store.ts';
import {
  addLink,
  digestOf,
  type LinkRow,
  listWaitingLinks,
  removeWaitingLink,
} from '../one-time-link.store.ts';
import type { Invitation } from './invitation.contract.ts';
import { addAdministrator, requireFreeAddress } from './new-administrator.service.ts';

const { purpose, lifetimeMs } = ACCOUNT_LINKS.invitation;

/** What the link carries: there is no account before it is used. */
interface Invited {
  email: string;
  role: Role;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

const invitedIn = ({ detail }: Pick<LinkRow, 'detail'>) => JSON.parse(detail ?? '') as Invited;

/**
 * Mails a person the link with which they become an administrator; an earlier one to the address opens nothing any
 * more. Throws 409 for an address that has an account, 403 when the caller may not any more.
 */
export async function invite(
  context: AdminContext & Pick<RequestContext<never>, 'language'>,
  tx: Database,
  person: Invited,
): Promise<void> {
  await lockAdministrators(tx);
  await requirePermission(context, tx, 'users:grant');
  const { email, role, firstName, lastName } = person;
  await requireFreeAddress(tx, email);
  const now = context.clock.now();
  for (const link of await listWaitingLinks(tx, purpose, now))
    if (invitedIn(link).email === email) await removeWaitingLink(tx, purpose, link.digest);
  const inviter = callerOf(context);
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const detail = JSON.stringify(person);
  const key = await addLink(tx, { purpose, expiresAt, userId: inviter.id, detail });
  await addAudit(tx, {
    at: now,
    actorId: inviter.id,
    action: 'administrator.invited',
    subject: digestOf(key),
    after: { role },
  });
  const name = [firstName, lastName].filter(Boolean).join(' ');
  await queueMail(
    context,
    {
      batch: `account:invitation:${randomUUID()}`,
      to: { name, address: email },
      locale: context.language,
      template: 'administrator-invited',
      props: {
        name,
        invitedBy: inviter.email,
        role,
        acceptUrl: `${context.publicUrl}${inLanguage(`/account/invitation#key=${key}`, context.language)}`,
      },
    },
    { db: tx },
  );
}

/** Those that wait, newest first. */
export async function findInvitations(db: Database, now: Date): Promise<Invitation[]> {
  const links = await listWaitingLinks(db, purpose, now);
  return links.map((link) => {
    const { email, role } = invitedIn(link);
    return { id: link.digest, email, role, expiresAt: link.expiresAt.toISOString() };
  });
}

/** Makes the link of an invitation open nothing. Throws 404 when it waits no more. */
export async function cancel(context: AdminContext, tx: Database, id: string): Promise<void> {
  await lockAdministrators(tx);
  await requirePermission(context, tx, 'users:grant');
  const cancelled = await removeWaitingLink(tx, purpose, id);
  if (!cancelled)
    throw new Fault(
      404,
      words('This invitation no longer exists. It may have been accepted or cancelled.'),
    );
  await addAudit(tx, {
    at: context.clock.now(),
    actorId: callerOf(context).id,
    action: 'administrator.invitation_cancelled',
    subject: id,
    before: { role: invitedIn(cancelled).role },
  });
}

/** The person of the link, before anything is hashed. Throws what `accept` would of a link that opens nothing. */
export async function requireInvitation(
  context: Pick<AppContext, 'clock'>,
  db: Database,
  key: string,
): Promise<Invited> {
  const link = await requireLink(context, db, 'invitation', key);
  requireInviter(await findUser(db, link.userId));
  return invitedIn(link);
}

/**
 * Uses an invitation up and makes its reader an administrator with the role in it. The address is proved, as the link
 * was read there. Throws 400 for a link that opens nothing, also where who invited may not any more, and 409 for an
 * address that has got an account since.
 */
export async function accept(
  context: MailContext & Pick<RequestContext<never>, 'language'>,
  tx: Database,
  { key, password, ...names }: { key: string; password: string } & Partial<Invited>,
): Promise<void> {
  await lockAdministrators(tx);
  const { user: inviter, ...link } = await redeemLink(context, tx, 'invitation', key);
  requireInviter(inviter);
  const { email, role, firstName, lastName } = invitedIn(link);
  const account = {
    email,
    password,
    role,
    firstName: names.firstName ?? firstName,
    lastName: names.lastName ?? lastName,
    emailVerifiedAt: context.clock.now(),
  };
  const user = await addAdministrator(context, tx, account, {
    changedBy: inviter.email,
    source: 'invitation',
    detail: { invitedBy: inviter.id, invitation: link.digest },
  });
  if (!user)
    throw new Fault(
      409,
      words(
        'This address has an account by now. Log in with it, and ask the person who invited you to give it the role.',
      ),
    );
}

function requireInviter(inviter: UserRow | undefined): void {
  if (!holdsPermission(inviter, 'users:grant')) throw expiredLinkFault();
}
