import type { Database } from '../../../server/database/database.ts';
import { isLanguage, LANGUAGES } from '../../../shared/language.ts';
import type { MailAddress } from '../../../shared/mail.ts';
import { campaignIn } from './campaign-address.rules.ts';
import { loadPublished } from './content.service.ts';
import { SITE } from '../texts/site.rules.ts';

/** The campaign's name and address as published in a language; in English without one of ours. */
export async function findCampaign(db: Database, locale: string | undefined): Promise<MailAddress> {
  const language = isLanguage(locale) ? locale : LANGUAGES[0];
  return campaignIn(await loadPublished(db, language, [SITE.name, SITE.contact_email]));
}
