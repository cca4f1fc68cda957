import { countDeclarations } from '../features/declaration/declaration.store.ts';
import { DEFAULT_PRICING, publicPlans } from '../features/payments/pricing/pricing.rules.ts';
import type { PageData } from '../shared/page.ts';
import type { Database } from './database.ts';

/** The person of a session. */
export { identify } from '../features/members/member.service.ts';

/** What the public pages show of the database. */
export async function loadPageData(db: Database): Promise<Omit<PageData, 'sandbox'>> {
  return {
    signatures: await countDeclarations(db),
    plans: publicPlans(DEFAULT_PRICING),
    rails: { card: false, zelle: false, bank: false, crypto: false },
  };
}

export async function loadPageVersion(_db: Database): Promise<number> {
  return 0;
}
