import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { PERMISSIONS, type Permission } from '../../../shared/access.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { days } from '../../../shared/time.ts';
import { hasAdministrator, listReachableAdministrators } from '../../../server/user.store.ts';
import type { MailAddress } from '../../../shared/mail.ts';
import {
  handedOverForMs,
  type MailKind,
  mailboxOf,
  presentableName,
  proofsPerDay,
  repliesPerDay,
} from '../mail.rules.ts';
import { findNotificationEmail } from '../smtp/email-config.store.ts';
import { addMail, countReplies, outgoingMails } from './outgoing-mail.store.ts';
import type { SealedColumn } from '../../../server/sealed-column.ts';
import type { MailProps, MailTemplate } from '../../../server/mails.ts';

/** What queueing a mail needs of the application. */
export type MailContext = Pick<
  AppContext,
  'db' | 'clock' | 'secrets' | 'jobs' | 'publicUrl' | 'findCampaign'
>;

export const SEALED_MAILS: SealedColumn = {
  name: 'emails that wait',
  column: outgoingMails.sealedProps,
  key: [outgoingMails.id],
  sealOf: (id = '') => ['mail-props', id],
  isKeyShown: true,
};

interface Content<T extends MailTemplate> {
  /** What it is about, such as `contact:<id>`: a batch writes to an address once, however often it is queued. */
  batch: string;
  template: T;
  props: MailProps[T];
  /** Where an answer goes; a mail to a person is answered by the campaign without one. */
  replyTo?: MailAddress;
  /** BCP 47 tag; English without one. */
  locale?: string;
  kind?: MailKind;
  /** For the send history; the template's name without one. */
  emailType?: string;
}

/**
 * Puts a mail to one person into the queue: row and job together, in a transaction of its own,
 * or in the caller's when `within` gives it. An automatic reply too many is kept as `skipped`, and
 * answers `false`.
 */
export async function queueMail<T extends MailTemplate>(
  context: MailContext,
  mail: Content<T> & { to: MailAddress },
  within: { db?: Database } = {},
): Promise<boolean> {
  const queue = async (tx: Database) => {
    const replyTo = mail.replyTo ?? (await context.findCampaign(tx, mail.locale));
    return addToQueue(tx, context, { ...mail, replyTo });
  };
  return within.db ? queue(within.db) : inTransaction(context.db, queue);
}

/**
 * Queues a mail to the notification address, or, when none is set, to every administrator who may see what it
 * tells and has proved their address, in their language; not the account `exceptId`. The campaign's own mailbox gets it when there are only others.
 */
export async function notifyAdmins<T extends MailTemplate>(
  context: MailContext,
  mail: Content<T>,
  {
    db,
    permission = 'submissions:read',
    exceptId,
  }: { db?: Database; permission?: Permission; exceptId?: string } = {},
): Promise<void> {
  const queue = async (tx: Database) => {
    for (const { to, locale } of await listNotified(context, tx, permission, exceptId))
      await addToQueue(tx, context, { ...mail, to, ...(locale ? { locale } : {}) });
  };
  await (db ? queue(db) : inTransaction(context.db, queue));
}

/** Whom `notifyAdmins` writes to, and what they may see; a mailbox of the campaign's gets everything. */
export async function listNotified(
  { findCampaign }: Pick<AppContext, 'findCampaign'>,
  db: Database,
  permission: Permission,
  exceptId?: string,
): Promise<{ to: MailAddress; locale?: string; permissions: readonly Permission[] }[]> {
  const address = await findNotificationEmail(db);
  if (address) return [{ to: { name: '', address }, permissions: PERMISSIONS }];
  const reachable = await listReachableAdministrators(db, permission);
  const administrators = reachable.filter(({ id }) => id !== exceptId);
  // A notification must reach someone, and the campaign's own mailbox always exists.
  if (administrators.length === 0 && (await hasAdministrator(db)))
    return [{ to: await findCampaign(db, undefined), permissions: PERMISSIONS }];
  return administrators.map(({ email, firstName, lastName, locale, role }) => ({
    to: { name: [firstName, lastName].filter(Boolean).join(' '), address: email },
    locale,
    permissions: permissionsOf(role),
  }));
}

async function addToQueue<T extends MailTemplate>(
  tx: Database,
  { clock, secrets, jobs, publicUrl }: MailContext,
  {
    batch,
    to,
    template,
    props,
    replyTo,
    locale = 'en',
    kind = 'transactional',
    emailType = template,
  }: Content<T> & {
    to: MailAddress;
  },
): Promise<boolean> {
  const id = randomUUID();
  const now = clock.now();
  const address = to.address.trim().toLowerCase();
  // An application whose applicant is erased is kept without an address.
  if (address === '') return false;
  const budget = budgetOf(template, address);
  const isSkipped = budget !== undefined && (await hasReachedLimit(tx, budget, now));
  const isNew = await addMail(tx, {
    id,
    batchId: batch,
    recipientAddress: address,
    recipientName: presentableName(to.name),
    repliesTo: budget?.of ?? null,
    replyTo: replyTo ?? null,
    template,
    sealedProps: isSkipped ? '' : secrets.seal('mail-props', id, JSON.stringify(props)),
    locale,
    kind,
    emailType,
    state: isSkipped ? 'skipped' : 'queued',
    attempts: 0,
    nextAttemptAt: isSkipped ? null : new Date(now.getTime() + handedOverForMs),
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    createdAt: now,
    updatedAt: now,
  });
  if (isNew && !isSkipped) await jobs.send(tx, 'mail-deliver', { id });
  return !isSkipped;
}

/** Sent to whatever address a stranger types into a form. */
const AUTOMATIC_REPLIES: readonly MailTemplate[] = [
  'contact-received',
  'volunteer-received',
  'partner-received',
];

/** Counted apart from all others: a mail that matters more must not fall to one that was not asked for. */
const COUNTED_APART: Partial<Record<MailTemplate, string>> = {
  // Without its link a signature never counts.
  'declaration-signed': 'signature',
  // Whoever asks for it waits for it.
  'draft-link': 'link',
  'draft-saved': 'draft',
};

/** Sent to an address that nobody has proved to hold. */
const ADDRESS_PROOFS: readonly MailTemplate[] = ['welcome', 'verify-email', 'email-change-link'];

/** The daily limit of mails that a stranger can cause, and the key under which they are counted. */
interface Budget {
  of: string;
  perDay: number;
}

function budgetOf(template: MailTemplate, address: string): Budget | undefined {
  const mailbox = mailboxOf(address);
  const apart = COUNTED_APART[template];
  if (apart) return { of: `${apart} ${mailbox}`, perDay: repliesPerDay };
  if (AUTOMATIC_REPLIES.includes(template)) return { of: mailbox, perDay: repliesPerDay };
  return ADDRESS_PROOFS.includes(template)
    ? { of: `proof ${mailbox}`, perDay: proofsPerDay }
    : undefined;
}

/** Whether a mailbox has had its mails of a day: forms must not be a way to bomb it. */
async function hasReachedLimit(tx: Database, { of, perDay }: Budget, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - days(1));
  return (await countReplies(tx, of, since)) >= perDay;
}
