import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type House } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Language } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import type { TriagedKind } from '../../submissions/triage.rules.ts';
import { findReceivedAt } from '../../submissions/triage.store.ts';
import type { OrderedDraft } from '../drafts/draft.contract.ts';
import { endDraft } from '../drafts/draft.service.ts';
import { queueMail } from '../email.service.ts';
import { PREVIEW_MAIL } from '../mailed.store.ts';
import { UNSUBSCRIBE_PAGE } from '../mailing.rules.ts';
import { findLanguageOf } from './pool.store.ts';

/** What the send history calls a mail to one person. */
const INDIVIDUAL_MAIL = 'individual';

type Deed = Pick<House, 'db' | 'clock' | 'jobs' | 'secrets' | 'publicUrl'> & {
  user: Caller | undefined;
};

interface Letter {
  recipient: string;
  subject: string;
  message: string;
  replyToRecord?: { kind: TriagedKind; id: string } | undefined;
  draft?: OrderedDraft | undefined;
}

/** Queues a mail to one person, in the language that they read us in. Throws 404 when it answers something that is not there, and as `endDraft` does. */
export async function queueIndividualMail(deed: Deed, letter: Letter): Promise<string> {
  const { recipient, subject, message, replyToRecord } = letter;
  const { db } = deed;
  if (replyToRecord && !(await findReceivedAt(db, replyToRecord.kind, replyToRecord.id)))
    throw new Fault(404, words('Not found.'));
  const id = randomUUID();
  await queueMail(
    deed,
    {
      batch: ['individual', replyToRecord?.kind, replyToRecord?.id, id].filter(Boolean).join(':'),
      to: { name: '', address: recipient },
      template: 'letter',
      props: { subject, message },
      locale: await findLanguageOf(db, recipient),
      emailType: INDIVIDUAL_MAIL,
    },
    { db },
  );
  await addAudit(db, {
    at: deed.clock.now(),
    actorId: callerOf(deed).id,
    action: 'individual_mail.queued',
    subject: id,
    after: { subject, answers: replyToRecord ?? null },
  });
  await endDraft(deed, letter.draft);
  return id;
}

interface Draft {
  template?: 'news' | 'letter' | undefined;
  subject: string;
  message: string;
  language: Language;
}

/** Queues what somebody is writing as a mail to themselves. */
export async function queuePreview(deed: Deed, draft: Draft): Promise<void> {
  const { subject, message, language, template = 'news' } = draft;
  const { email } = callerOf(deed);
  const mail = {
    batch: `preview:${randomUUID()}`,
    to: { name: '', address: email },
    locale: language,
    emailType: PREVIEW_MAIL,
  };
  // The way out leads to the page alone: nobody has to unsubscribe from what they sent themselves.
  const offUrl = `${deed.publicUrl}${UNSUBSCRIBE_PAGE}`;
  if (template === 'news')
    await queueMail(
      deed,
      { ...mail, template, props: { subject, message, offUrl } },
      { db: deed.db },
    );
  else await queueMail(deed, { ...mail, template, props: { subject, message } }, { db: deed.db });
}
