import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { words } from '../../shared/words.ts';
import { loadPublished } from '../content/content.service.ts';
import { SITE } from '../content/site.rules.ts';
import { campaignIn } from '../email/email.rules.ts';
import { looksLikeCampaign } from './campaign-name.rules.ts';

/** What an authenticator shows beside the account. */
export const loadSiteName = async (db: Database, language: Language): Promise<string> =>
  campaignIn(await loadPublished(db, language, [SITE.name])).name;

/** Throws 400 for the name of a new member that could be taken for the campaign’s own. */
export async function demandOwnName(
  db: Database,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const siteNames = await Promise.all(LANGUAGES.map((language) => loadSiteName(db, language)));
  if (!looksLikeCampaign(`${firstName} ${lastName}`, siteNames)) return;
  const message = words(
    'This name could be taken for the campaign’s own. Please give the name that people call you by.',
  );
  throw new Fault(400, message, { fields: { firstName: message } });
}
