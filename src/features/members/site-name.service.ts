import type { Database } from '../../server/database.ts';
import type { Language } from '../../shared/language.ts';
import { loadPublished } from '../content/content.service.ts';
import { SITE } from '../content/site.rules.ts';
import { campaignIn } from '../email/email.rules.ts';

/** What an authenticator shows beside the account. */
export const loadSiteName = async (db: Database, language: Language): Promise<string> =>
  campaignIn(await loadPublished(db, language, [SITE.name])).name;
