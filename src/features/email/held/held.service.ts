import type { FastifyBaseLogger } from 'fastify';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type House } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { handedOverForMs } from '../email.rules.ts';
import type { OutgoingMail } from '../outgoing-mail.store.ts';
import { type HeldStep, MOST_HELD_SHOWN } from './held.contract.ts';
import { changeHeld, countHeld, heldAmong, listHeld } from './held.store.ts';

type Reading = Pick<House, 'db' | 'secrets' | 'renderMail' | 'publicUrl' | 'settings'> & {
  log: FastifyBaseLogger;
};

/** How many mails are held, and the first of them with the subjects that they would have. */
export async function readHeld(reading: Reading) {
  const mails = [];
  for (const mail of await listHeld(reading.db, MOST_HELD_SHOWN)) {
    const { id, recipientAddress: to, createdAt } = mail;
    const subject = await subjectOf(reading, mail);
    const isReadable = subject !== undefined;
    mails.push({ id, to, subject: subject ?? mail.subject, isReadable, createdAt });
  }
  return { count: await countHeld(reading.db), mails };
}

/** Undefined, with the reason in the log, for one that was sealed with another APP_SECRET or has no template any more. */
async function subjectOf(
  { secrets, renderMail, publicUrl, settings, log }: Reading,
  { id, sealedProps, template, locale }: OutgoingMail,
): Promise<string | undefined> {
  try {
    const props = JSON.parse(secrets.unseal('mail-props', id, sealedProps)) as object;
    const { sandbox } = settings;
    return (await renderMail(template, props, { publicUrl, locale, sandbox })).subject;
  } catch (error) {
    log.warn({ err: error, mailId: id, template }, 'a held mail cannot be read');
    return undefined;
  }
}

type Deed = Reading & Pick<House, 'clock' | 'jobs'> & { user: Caller | undefined };

const ACTS: Readonly<Record<HeldStep, string>> = {
  send: 'held_mail.sent',
  drop: 'held_mail.dropped',
};

const UNREADABLE = words('One of these mails cannot be read any more. It can only be dropped.');

/**
 * Lets held mails leave as if they had just been written, or ends them; answers how many were still held.
 * Throws 409, and sends none, where one of them cannot be read: it would be tried for ever.
 */
export async function stepHeld(deed: Deed, step: HeldStep, ids: string[]): Promise<number> {
  const { db, clock, jobs } = deed;
  if (step === 'send')
    for (const mail of await heldAmong(db, ids))
      if ((await subjectOf(deed, mail)) === undefined) throw new Fault(409, UNREADABLE);
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
  if (step === 'send') for (const id of changed) await jobs.send(db, 'mail-deliver', { id });
  await addAudit(db, {
    at: now,
    actorId: callerOf(deed).id,
    action: ACTS[step],
    after: { mails: changed },
  });
  return changed.length;
}
