import type { FastifyBaseLogger } from 'fastify';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type AppContext } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { handedOverForMs } from '../mail.rules.ts';
import {
  changeHeld,
  countHeld,
  heldAmong,
  listHeld,
  type OutgoingMail,
} from '../queue/outgoing-mail.store.ts';
import { handOverMails } from '../queue/mail-queue.service.ts';
import { type HeldStep, MOST_HELD_SHOWN } from './held.contract.ts';
import { mailOptionsIn } from '../mail-options.service.ts';

type ReadContext = Pick<
  AppContext,
  'db' | 'secrets' | 'renderMail' | 'publicUrl' | 'settings' | 'findCampaign'
> & {
  log: FastifyBaseLogger;
};

/** How many mails are held, and the first of them with the subjects that they would have. */
export async function readHeld(context: ReadContext) {
  const mails = [];
  for (const mail of await listHeld(context.db, MOST_HELD_SHOWN)) {
    const { id, recipientAddress: to, createdAt } = mail;
    const subject = await subjectOf(context, mail);
    const isReadable = subject !== undefined;
    mails.push({ id, to, subject: subject ?? mail.subject, isReadable, createdAt });
  }
  return { count: await countHeld(context.db), mails };
}

/** Undefined, with the reason in the log, for one that was sealed with another APP_SECRET or has no template any more. */
async function subjectOf(
  context: ReadContext,
  { id, sealedProps, template, locale }: OutgoingMail,
): Promise<string | undefined> {
  const { secrets, log } = context;
  try {
    const props = JSON.parse(secrets.unseal('mail-props', id, sealedProps)) as object;
    const options = await mailOptionsIn(context, locale);
    return (await context.renderMail(template, props, options)).subject;
  } catch (error) {
    log.warn({ err: error, mailId: id, template }, 'a held mail cannot be read');
    return undefined;
  }
}

type Command = ReadContext & Pick<AppContext, 'clock' | 'jobs'> & { user: Caller | undefined };

const AUDIT_ACTIONS: Readonly<Record<HeldStep, string>> = {
  send: 'held_mail.sent',
  drop: 'held_mail.dropped',
};

const UNREADABLE = words('One of these emails can no longer be read. It can only be discarded.');

/**
 * Lets held mails leave as if they had just been written, or ends them; answers how many were still held.
 * Throws 409, and sends none, where one of them cannot be read: it would be tried for ever.
 */
export async function stepHeld(command: Command, step: HeldStep, ids: string[]): Promise<number> {
  const { db, clock } = command;
  if (step === 'send')
    for (const mail of await heldAmong(db, ids))
      if ((await subjectOf(command, mail)) === undefined) throw new Fault(409, UNREADABLE);
  const now = clock.now();
  const sent = {
    state: 'queued' as const,
    attempts: 0,
    error: null,
    nextAttemptAt: new Date(now.getTime() + handedOverForMs),
    updatedAt: now,
  };
  // What a mail said is kept no longer than it is needed.
  const dropped = { state: 'skipped' as const, sealedProps: '', updatedAt: now };
  const changed = await changeHeld(db, ids, step === 'send' ? sent : dropped);
  if (changed.length === 0) return 0;
  if (step === 'send') await handOverMails(db, command, changed);
  await addAudit(db, {
    at: now,
    actorId: callerOf(command).id,
    action: AUDIT_ACTIONS[step],
    after: { mails: changed },
  });
  return changed.length;
}
