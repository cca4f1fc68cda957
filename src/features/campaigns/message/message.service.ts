import { randomUUID } from 'node:crypto';
import { type AppContext, type Caller, callerOf } from '../../../server/context.ts';
import { inLanguage, type Language } from '../../../shared/language.ts';
import type { RenderedMail } from '../../../shared/mail.ts';
import { type BulkBody, type BulkLetter, encodeBody } from '../../mail/smtp/mail-server.service.ts';
import type { MailAddress } from '../../../shared/mail.ts';
import { mailOptionsIn } from '../../mail/mail-options.service.ts';
import { presentableName } from '../../mail/mail.rules.ts';
import { unsubscribe } from '../../mail/suppressions/unsubscribe.contract.ts';
import { UNSUBSCRIBE_PAGE } from '../../mail/paths.rules.ts';
import { unsubscribeKeyOf } from '../../mail/suppressions/suppression.service.ts';
import { addAudit } from '../../../server/audit.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { TriagedKind } from '../../submissions/triage/triage.rules.ts';
import { findReceivedAt } from '../../submissions/triage/triage.store.ts';
import type { OrderedDraft } from '../drafts/draft.contract.ts';
import { endDraft } from '../drafts/draft.service.ts';
import { type MailContext, queueMail } from '../../mail/queue/mail-queue.service.ts';
import { PREVIEW_MAIL } from '../../mail/log/email-log.store.ts';
import {
  type MarkedMail,
  markFields,
  mergedFor,
  PREVIEW_NAME,
  type PreviewReader,
  valueOf,
} from './merge-fields.rules.ts';
import { findReaderLanguage } from '../audience/audience.store.ts';

/** What the send history calls a mail to one person. */
const INDIVIDUAL_MAIL = 'individual';

type Command = MailContext & {
  user: Caller | undefined;
};

interface IndividualMail {
  recipient: string;
  subject: string;
  message: string;
  replyToRecord?: { kind: TriagedKind; id: string } | undefined;
  draft?: OrderedDraft | undefined;
}

/** Queues a mail to one person, in their language. Throws 404 when it answers a record that does not exist, and what `endDraft` throws. */
export async function queueIndividualMail(command: Command, mail: IndividualMail): Promise<string> {
  const { recipient, subject, message, replyToRecord } = mail;
  const { db } = command;
  if (replyToRecord && !(await findReceivedAt(db, replyToRecord.kind, replyToRecord.id)))
    throw new Fault(404, words('Not found.'));
  const id = randomUUID();
  await queueMail(
    command,
    {
      batch: ['individual', replyToRecord?.kind, replyToRecord?.id, id].filter(Boolean).join(':'),
      to: { name: '', address: recipient },
      template: 'letter',
      props: { subject, message },
      locale: await findReaderLanguage(db, recipient),
      emailType: INDIVIDUAL_MAIL,
    },
    { db },
  );
  await addAudit(db, {
    at: command.clock.now(),
    actorId: callerOf(command).id,
    action: 'individual_mail.queued',
    subject: id,
    after: { subject, answers: replyToRecord ?? null },
  });
  await endDraft(command, mail.draft);
  return id;
}

interface Draft {
  template?: 'news' | 'letter' | undefined;
  subject: string;
  message: string;
  language: Language;
  reader?: PreviewReader | undefined;
}

/** A preview with its fields filled; a mail to one person has none. */
export const previewed = <T extends Omit<Draft, 'language'>>(draft: T): T =>
  draft.template === 'letter'
    ? draft
    : mergedFor(draft, draft.reader === 'unnamed' ? '' : PREVIEW_NAME);

/** Queues a mail that an administrator is writing to their own address. */
export async function queuePreview(command: Command, draft: Draft): Promise<void> {
  const { subject, message, language, template = 'news' } = previewed(draft);
  const { email } = callerOf(command);
  const mail = {
    batch: `preview:${randomUUID()}`,
    to: { name: '', address: email },
    locale: language,
    emailType: PREVIEW_MAIL,
  };
  // Without a key: a preview is nothing to unsubscribe from.
  const offUrl = `${command.publicUrl}${UNSUBSCRIBE_PAGE}`;
  if (template === 'news')
    await queueMail(
      command,
      { ...mail, template, props: { subject, message, offUrl } },
      { db: command.db },
    );
  else
    await queueMail(
      command,
      { ...mail, template, props: { subject, message } },
      { db: command.db },
    );
}

type RenderContext = Pick<
  AppContext,
  'db' | 'secrets' | 'renderMail' | 'publicUrl' | 'settings' | 'findCampaign'
>;

interface Message {
  subject: string;
  message: string;
}

/** A bulk mail in one language, with a placeholder for each reader's key. */
interface BatchMail {
  subject: string;
  places: MarkedMail['places'];
  body: BulkBody;
  replyTo: MailAddress;
}

/** The link of a mail to the page where its reader can unsubscribe. */
const offUrlOf = (publicUrl: string, key: string, locale: Language) =>
  publicUrl + inLanguage(`${UNSUBSCRIBE_PAGE}#key=${key}`, locale);

/** What a mail program calls when its reader presses the program’s own button for it. */
const oneClickUrlOf = (publicUrl: string, key: string, locale: Language) =>
  publicUrl + inLanguage(`${unsubscribe.path}?key=${key}`, locale);

/** A bulk mail that goes out alone, with the ways for its reader to unsubscribe. */
export function newsPropsOf(
  { secrets, publicUrl }: Pick<AppContext, 'secrets' | 'publicUrl'>,
  { subject, message }: Message,
  { address, locale }: { address: string; locale: Language },
) {
  const key = unsubscribeKeyOf(secrets, address);
  return {
    subject,
    message,
    offUrl: offUrlOf(publicUrl, key, locale),
    oneClickUrl: oneClickUrlOf(publicUrl, key, locale),
  };
}

/** A bulk mail as its reader will see it; without a key its link unsubscribes no address. */
export async function renderBatchMail(
  context: RenderContext,
  { subject, message }: Message,
  { locale, key = '' }: { locale: Language; key?: string },
): Promise<RenderedMail> {
  const props = { subject, message, offUrl: offUrlOf(context.publicUrl, key, locale) };
  return context.renderMail('news', props, await mailOptionsIn(context, locale));
}

/** Writes the mails of a batch: renders each language once, and inserts each reader's key. */
export function batchMailWriter(context: RenderContext, batch: Message & { id: string }) {
  const mails = new Map<Language, Promise<BatchMail>>();
  const host = new URL(context.publicUrl).hostname;
  const mailIn = (locale: Language) => {
    const mail = mails.get(locale) ?? writeBatchMail(context, batch, locale);
    mails.set(locale, mail);
    return mail;
  };
  return async (reader: {
    address: string;
    name: string;
    locale: Language;
  }): Promise<BulkLetter> => {
    const { subject, places, body, replyTo } = await mailIn(reader.locale);
    const own = places.map((field) => valueOf(field, reader.name));
    const key = unsubscribeKeyOf(context.secrets, reader.address);
    // The same at every attempt, so that the recipient's server can drop a second copy.
    const id = context.secrets.digest('bulk-message-id', `${batch.id} ${reader.address}`);
    return {
      subject: places.reduce(
        (text, { place }, at) => text.replaceAll(place, () => own[at] ?? ''),
        subject,
      ),
      boundary: body.boundary,
      body: body.forReader([key, ...own]),
      messageId: `<${id}@${host}>`,
      to: { name: presentableName(reader.name), address: reader.address },
      replyTo,
      oneClickUrl: oneClickUrlOf(context.publicUrl, key, reader.locale),
    };
  };
}

async function writeBatchMail(
  context: RenderContext,
  batch: Message,
  locale: Language,
): Promise<BatchMail> {
  const placeholder = randomUUID();
  const { places, ...marked } = markFields(batch);
  const rendered = await renderBatchMail(context, marked, { locale, key: placeholder });
  const body = encodeBody(rendered, [placeholder, ...places.map(({ place }) => place)]);
  return {
    subject: rendered.subject,
    places,
    body,
    replyTo: await context.findCampaign(context.db, locale),
  };
}
