import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { findCampaign } from '../../content/publishing/campaign-address.service.ts';
import { looksLikeCampaign } from './campaign-name.rules.ts';

/** Throws 400 for the name of a new member that could be taken for the campaign’s own. */
export async function requirePersonalName(
  db: Database,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const campaigns = await Promise.all(LANGUAGES.map((language) => findCampaign(db, language)));
  const siteNames = campaigns.map(({ name }) => name);
  if (!looksLikeCampaign(`${firstName} ${lastName}`, siteNames)) return;
  const message = words(
    'This name could be mistaken for the campaign’s. Please enter the name people call you.',
  );
  throw new Fault(400, message, { fields: { firstName: message } });
}
