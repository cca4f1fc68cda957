import { randomUUID } from 'node:crypto';
import type { House } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import { inLanguage, type Language } from '../../../shared/language.ts';
import type { RenderedMail } from '../../../shared/mail.ts';
import { loadPublished } from '../../content/content.service.ts';
import { SITE } from '../../content/site.rules.ts';
import { type BulkBody, type BulkLetter, encodeBody } from '../bulk-line.service.ts';
import { campaignIn, type MailAddress, presentableName } from '../email.rules.ts';
import { unsubscribe } from './unsubscribe.contract.ts';
import { UNSUBSCRIBE_PAGE } from '../mailing.rules.ts';
import { keyOf } from './unsubscribe.service.ts';

type Desk = Pick<House, 'db' | 'secrets' | 'renderMail' | 'publicUrl' | 'settings'>;

interface Words {
  subject: string;
  message: string;
}

/** A bulk mail in one language, which takes each reader's own key. */
interface Sheet {
  subject: string;
  body: BulkBody;
  replyTo: MailAddress;
}

/** The page that asks a reader once more. */
const offUrlOf = (publicUrl: string, key: string, locale: Language) =>
  publicUrl + inLanguage(`${UNSUBSCRIBE_PAGE}#key=${key}`, locale);

/** A bulk mail as its reader will see it; without a key the way out leads to the page alone. */
export function renderNews(
  { renderMail, publicUrl, settings }: Omit<Desk, 'db'>,
  { subject, message }: Words,
  { locale, key = '' }: { locale: Language; key?: string },
): Promise<RenderedMail> {
  const props = { subject, message, offUrl: offUrlOf(publicUrl, key, locale) };
  return renderMail('news', props, { publicUrl, locale, sandbox: settings.sandbox });
}

/** Writes the mails of a batch: each language once, and into it what is each reader's own. */
export function newsWriter(desk: Desk, batch: Words & { id: string }) {
  const sheets = new Map<Language, Promise<Sheet>>();
  const host = new URL(desk.publicUrl).hostname;
  const sheetIn = (locale: Language) => {
    const sheet = sheets.get(locale) ?? writeSheet(desk, batch, locale);
    sheets.set(locale, sheet);
    return sheet;
  };
  return async (reader: {
    address: string;
    name: string;
    locale: Language;
  }): Promise<BulkLetter> => {
    const { subject, body, replyTo } = await sheetIn(reader.locale);
    const key = keyOf(desk.secrets, reader.address);
    // The same at every attempt, so that the recipient's server can drop a second copy.
    const id = desk.secrets.digest('bulk-message-id', `${batch.id} ${reader.address}`);
    return {
      subject,
      boundary: body.boundary,
      body: body.withOwn(key),
      messageId: `<${id}@${host}>`,
      to: { name: presentableName(reader.name), address: reader.address },
      replyTo,
      oneClickUrl: desk.publicUrl + inLanguage(`${unsubscribe.path}?key=${key}`, reader.locale),
    };
  };
}

async function writeSheet(desk: Desk, batch: Words, locale: Language): Promise<Sheet> {
  const place = randomUUID();
  const rendered = await renderNews(desk, batch, { locale, key: place });
  const body = encodeBody(rendered, place);
  return { subject: rendered.subject, body, replyTo: await findCampaign(desk.db, locale) };
}

/** Who answers what people write back. */
async function findCampaign(db: Database, locale: Language): Promise<MailAddress> {
  return campaignIn(await loadPublished(db, locale, [SITE.name, SITE.contact_email]));
}
