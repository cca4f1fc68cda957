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
import { addMails, countReplies, outgoingMails } from './outgoing-mail.store.ts';
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

type MailTo<T extends MailTemplate> = Content<T> & { to: MailAddress };

/**
 * Puts mails to one person each into the queue: rows and jobs together, in a transaction of its own,
 * or in the caller's when `within` gives it. An automatic reply too many is kept as `skipped`, and
 * answers `false` in its place.
 */
export async function queueMails<T extends MailTemplate>(
  context: MailContext,
  mails: readonly MailTo<T>[],
  within: { db?: Database } = {},
): Promise<boolean[]> {
  const queue = async (tx: Database) => {
    const campaigns = new Map<string | undefined, MailAddress>();
    for (const locale of new Set(mails.map((mail) => mail.locale)))
      campaigns.set(locale, await context.findCampaign(tx, locale));
    const answered = mails.map((mail) => {
      const replyTo = mail.replyTo ?? campaigns.get(mail.locale);
      return { ...mail, ...(replyTo ? { replyTo } : {}) };
    });
    return addToQueue(tx, context, answered);
  };
  return within.db ? queue(within.db) : inTransaction(context.db, queue);
}

/** The same with one mail. */
export async function queueMail<T extends MailTemplate>(
  context: MailContext,
  mail: MailTo<T>,
  within: { db?: Database } = {},
): Promise<boolean> {
  return (await queueMails(context, [mail], within))[0] ?? false;
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
    const notified = await listNotified(context, tx, permission, exceptId);
    await addToQueue(
      tx,
      context,
      notified.map(({ to, locale }) => ({ ...mail, to, ...(locale ? { locale } : {}) })),
    );
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

/** Enough that a job costs little of each; the others are not kept waiting by a few slow ones. */
const mailsPerJob = 10;

/** Lets mails that wait be attempted. */
export async function handOverMails(
  tx: Database,
  { jobs }: Pick<MailContext, 'jobs'>,
  ids: readonly string[],
): Promise<void> {
  const lists: { ids: string[] }[] = [];
  for (let n = 0; n < ids.length; n += mailsPerJob)
    lists.push({ ids: ids.slice(n, n + mailsPerJob) });
  if (lists.length > 0) await jobs.sendAll(tx, 'mail-deliver', lists);
}

async function addToQueue<T extends MailTemplate>(
  tx: Database,
  context: MailContext,
  mails: readonly MailTo<T>[],
): Promise<boolean[]> {
  const { clock, secrets, publicUrl } = context;
  const now = clock.now();
  const { hostname } = new URL(publicUrl);
  const isWithinBudget = await spendBudgets(tx, mails.map(budgetOf), now);
  const rows = mails.flatMap((mail, n) => {
    const address = addressOf(mail);
    // An application whose applicant is erased is kept without an address.
    if (address === '') return [];
    const id = randomUUID();
    const isQueued = isWithinBudget[n] === true;
    const { batch, to, template, props, replyTo, locale = 'en', kind = 'transactional' } = mail;
    return {
      id,
      batchId: batch,
      recipientAddress: address,
      recipientName: presentableName(to.name),
      repliesTo: budgetOf(mail)?.of ?? null,
      replyTo: replyTo ?? null,
      template,
      sealedProps: isQueued ? secrets.seal('mail-props', id, JSON.stringify(props)) : '',
      locale,
      kind,
      emailType: mail.emailType ?? template,
      state: isQueued ? ('queued' as const) : ('skipped' as const),
      attempts: 0,
      nextAttemptAt: isQueued ? new Date(now.getTime() + handedOverForMs) : null,
      messageId: `<${id}@${hostname}>`,
      createdAt: now,
      updatedAt: now,
    };
  });
  const added = await addMails(tx, rows);
  const toDeliver = rows.filter(({ id, state }) => state === 'queued' && added.has(id));
  await handOverMails(
    tx,
    context,
    toDeliver.map(({ id }) => id),
  );
  return mails.map((mail, n) => addressOf(mail) !== '' && isWithinBudget[n] === true);
}

const addressOf = ({ to }: { to: MailAddress }) => to.address.trim().toLowerCase();

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

function budgetOf(mail: { template: MailTemplate; to: MailAddress }): Budget | undefined {
  const { template } = mail;
  const mailbox = mailboxOf(addressOf(mail));
  const apart = COUNTED_APART[template];
  if (apart) return { of: `${apart} ${mailbox}`, perDay: repliesPerDay };
  if (AUTOMATIC_REPLIES.includes(template)) return { of: mailbox, perDay: repliesPerDay };
  return ADDRESS_PROOFS.includes(template)
    ? { of: `proof ${mailbox}`, perDay: proofsPerDay }
    : undefined;
}

/**
 * Takes one mail from each budget, and answers which had one left: forms must not be a way to bomb a mailbox. A mail
 * without a budget always leaves.
 */
async function spendBudgets(
  tx: Database,
  budgets: readonly (Budget | undefined)[],
  now: Date,
): Promise<boolean[]> {
  const mailboxes = [...new Set(budgets.flatMap((budget) => budget?.of ?? []))];
  const spent = new Map(await countReplies(tx, mailboxes, new Date(now.getTime() - days(1))));
  return budgets.map((budget) => {
    if (!budget) return true;
    const count = spent.get(budget.of) ?? 0;
    if (count >= budget.perDay) return false;
    spent.set(budget.of, count + 1);
    return true;
  });
}
