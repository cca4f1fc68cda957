import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { type RequestContext, callerOf, type AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Language } from '../../../shared/language.ts';
import { shownName } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { findCampaign } from '../../content/publishing/campaign-address.service.ts';
import { type MailContext, queueMail } from '../../mail/queue/mail-queue.service.ts';
import { findNotificationEmail } from '../../mail/smtp/email-config.store.ts';
import type { TriagedKind } from '../triage/triage.rules.ts';
import { listPeople, listTriage, saveTriage } from '../triage/triage.store.ts';
import type { Replies } from './reply.contract.ts';
import {
  addReply,
  findWriter,
  listReplies,
  listReplyMails,
  type Reply,
  replyBatch,
} from './reply.store.ts';

interface Place {
  kind: TriagedKind;
  id: string;
}

/** What an answer to each kind is about, in the language of whom it goes to. */
const SUBJECTS: Readonly<Record<TriagedKind, string>> = {
  contact: words('Your message to One Africa Passport'),
  volunteer: words('Your volunteer application to One Africa Passport'),
  partner: words('Your partnership application to One Africa Passport'),
};

async function writerOf(db: Database, { kind, id }: Place) {
  const writer = await findWriter(db, kind, id);
  if (!writer) throw new Fault(404, words('Not found.'));
  return { ...writer, name: `${writer.firstName} ${writer.lastName}` };
}

/** Where what they write back arrives: the address for notifications, else the campaign’s own. */
async function answersGoTo(db: Database, locale: Language) {
  const campaign = await findCampaign(db, locale);
  const address = await findNotificationEmail(db);
  return address ? { ...campaign, address } : campaign;
}

type Answers = Omit<Replies, 'replies'> & {
  replies: (Omit<Replies['replies'][number], 'at'> & { at: Date })[];
};

/** What was answered, newest first, and how an answer begins. Throws 404 without the submission. */
export async function readReplies(
  { db, translate }: Pick<AppContext, 'db' | 'translate'>,
  place: Place,
): Promise<Answers> {
  const { name, email, locale } = await writerOf(db, place);
  const rows = await listReplies(db, place.kind, place.id);
  const mails = await listReplyMails(
    db,
    rows.map(({ id }) => id),
  );
  const authors = await listPeople(
    db,
    rows.map(({ authorId }) => authorId),
  );
  const names = new Map(authors.map((one) => [one.id, shownName(one) || one.email]));
  return {
    to: { name, email, language: locale },
    // The mark of an answer is the same in every language (RFC 5322, 3.6.5).
    subject: `Re: ${translate(SUBJECTS[place.kind], locale)}`,
    replyTo: (await answersGoTo(db, locale)).address,
    replies: rows.map(({ id, subject, text, authorId, createdAt }) => ({
      id,
      subject,
      text,
      author: names.get(authorId) ?? null,
      at: createdAt,
      state: mails.get(id)?.state ?? ('gone' as const),
      error: mails.get(id)?.state === 'failed' ? (mails.get(id)?.error ?? null) : null,
    })),
  };
}

type Command = MailContext & Pick<RequestContext<never>, 'user' | 'translate'>;

/** Queues an answer and writes down that there is one, in the caller’s transaction. Throws 404 without the submission. */
export async function reply(
  command: Command,
  place: Place,
  { subject, text }: Pick<Reply, 'subject' | 'text'>,
): Promise<void> {
  const { db, clock } = command;
  const { name, email, locale, message } = await writerOf(db, place);
  const [id, now, authorId] = [randomUUID(), clock.now(), callerOf(command).id];
  await addReply(db, place.kind, {
    id,
    submissionId: place.id,
    subject,
    text,
    authorId,
    createdAt: now,
  });
  await queueMail(
    command,
    {
      batch: replyBatch(id),
      to: { name, address: email },
      locale,
      template: 'submission-reply',
      props: { subject, text, message },
      replyTo: await answersGoTo(db, locale),
    },
    { db },
  );
  await markAnswered(db, place, { authorId, now });
  await addAudit(db, {
    at: now,
    actorId: authorId,
    action: `${place.kind}_submission.answered`,
    subject: place.id,
    // The words stay where they can be erased.
    after: { reply: id },
  });
}

/** How often others may be faster in the same moment. */
const mostTries = 5;

/** Whoever answers cares for it from now on, unless somebody does; what they chose beside it stays. */
async function markAnswered(
  tx: Database,
  { kind, id }: Place,
  { authorId, now }: { authorId: string; now: Date },
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const [before] = await listTriage(tx, kind, [id]);
    const isSaved = await saveTriage(
      tx,
      { kind, id, version: before?.version ?? 0 },
      {
        status: 'answered',
        ownerId: before?.ownerId ?? authorId,
        tags: before?.tags ?? [],
        changedBy: authorId,
        changedAt: now,
      },
    );
    if (isSaved) return;
  }
  throw new Fault(409, words('Someone else is working on this. Please try again.'));
}
