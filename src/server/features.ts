import { countDeclarations } from '../features/declaration/declaration.store.ts';
import { loadPublicPlans } from '../features/payments/pricing/payment-config.service.ts';
import type { PageData } from '../shared/page.ts';
import type { Database } from './database.ts';

/** The person of a session. */
export { identify } from '../features/members/member.service.ts';

/** What the public pages show of the database. */
export async function loadPageData(db: Database): Promise<Omit<PageData, 'sandbox' | 'year'>> {
  return {
    signatures: await countDeclarations(db),
    plans: await loadPublicPlans(db),
  };
}

/** Rises with every publication. */
export { readPageVersion as loadPageVersion } from './page-version.store.ts';
