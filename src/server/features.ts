import { readTally } from '../features/declaration/tally.service.ts';
import { loadPublicPlans } from '../features/payments/pricing/payment-config.service.ts';
import type { Language } from '../shared/language.ts';
import type { DatabaseOfPages } from './app.ts';
import type { Database } from './database.ts';

/** The person of a session. */
export { identify } from '../features/members/member.service.ts';

/** What the public pages show of the database. */
export async function loadPageData(db: Database, _language: Language): Promise<DatabaseOfPages> {
  const { count, byCountry } = await readTally(db);
  return { signatures: count, byCountry, plans: await loadPublicPlans(db), content: {} };
}

/** Rises with every publication. */
export { readPageVersion as loadPageVersion } from './page-version.store.ts';
