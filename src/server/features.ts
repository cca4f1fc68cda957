import { loadDraftOverrides, loadOverrides } from '../features/content/content.service.ts';
import { readTally } from '../features/declaration/tally.service.ts';
import { loadActiveLinks } from '../features/donations/donation-link.service.ts';
import {
  canPay,
  loadPublicPlans,
  takesCrypto,
} from '../features/payments/pricing/payment-config.service.ts';
import type { Overrides } from '../shared/content.ts';
import type { Language } from '../shared/language.ts';
import type { DatabaseOfPages } from './app.ts';
import type { Database } from './database.ts';

/** The person of a session, and that they are here. */
export { identify, noteSeen } from '../features/members/member.service.ts';

/** What the public pages show of the database. */
export async function loadPageData(db: Database, language: Language): Promise<DatabaseOfPages> {
  return pageData(db, await loadOverrides(db, language));
}

/** The same with the texts that are being written, for those who write them. */
export async function loadPreviewData(db: Database, language: Language): Promise<DatabaseOfPages> {
  return pageData(db, await loadDraftOverrides(db, language));
}

async function pageData(db: Database, content: Overrides): Promise<DatabaseOfPages> {
  const { count, byCountry } = await readTally(db);
  const plans = await loadPublicPlans(db);
  return {
    signatures: count,
    byCountry,
    plans,
    canPay: await canPay(db),
    takesCrypto: await takesCrypto(db),
    donationLinks: await loadActiveLinks(db),
    content,
  };
}

/** A receipt, for who may see it. */
export { loadReceipt } from '../features/payments/receipts/reader.service.ts';

/** Rises with every publication. */
export { readPageVersion as loadPageVersion } from './page-version.store.ts';
