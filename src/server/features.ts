import {
  loadDraftOverrides,
  loadOverrides,
} from '../features/content/publishing/content.service.ts';
import { markedTexts } from '../features/content/page/marked-texts.rules.ts';
import { readTally } from '../features/declaration/tally.service.ts';
import { loadActiveLinks } from '../features/donations/donation-link.service.ts';
import {
  listWaysToPay,
  loadPublicPlans,
} from '../features/payments/pricing/payment-config.service.ts';
import { readPaused } from '../features/maintenance/pause.service.ts';
import type { Overrides } from '../shared/content.ts';
import type { Language } from '../shared/language.ts';
import type { Translate } from '../shared/words.ts';
import type { DatabasePageData } from './app.ts';
import type { Database } from './database/database.ts';
import type { Settings } from './settings.ts';

/** The person of a session, and that they are here. */
export { identify } from '../features/members/login/login.service.ts';
export { recordLastSeen } from '../features/members/sessions/session.service.ts';

export async function loadPageData(
  db: Database,
  language: Language,
  settings: Settings,
): Promise<DatabasePageData> {
  return pageData(db, language, settings, await loadOverrides(db, language));
}

/**
 * The same with the texts that are being written, for those who write them. With `translate` each is marked, so that
 * the editor finds it on the page.
 */
export async function loadPreviewData(
  db: Database,
  language: Language,
  settings: Settings,
  translate?: Translate,
): Promise<DatabasePageData> {
  const content = await loadDraftOverrides(db, language);
  const builtIn = (sentence: string) => sentence && (translate?.(sentence, language) ?? sentence);
  return pageData(db, language, settings, translate ? markedTexts(content, builtIn) : content);
}

/** Nothing at all where nothing is paused, so that the page says nothing of it. */
async function pausedIn(db: Database, language: Language) {
  const paused = await readPaused(db, language);
  return Object.keys(paused).length > 0 ? paused : undefined;
}

async function pageData(
  db: Database,
  language: Language,
  settings: Settings,
  content: Overrides,
): Promise<DatabasePageData> {
  const { count, byCountry } = await readTally(db, settings);
  const plans = await loadPublicPlans(db);
  return {
    signatures: count,
    confirmsSignatures: settings.signaturesNeedConfirmation || undefined,
    byCountry,
    plans,
    waysToPay: await listWaysToPay(db),
    donationLinks: await loadActiveLinks(db),
    content,
    paused: await pausedIn(db, language),
  };
}

/** A receipt, for who may see it. */
export { loadReceipt } from '../features/payments/core/receipts/receipt.service.ts';

/** A signature, for who has the key of its emails. */
export { loadSignature } from '../features/declaration/signature-link.service.ts';

/** What features add to /metrics. */
export { mailMeasures as measures } from '../features/mail/queue/backlog.service.ts';

/** The name and address that answers to our mail go to. */
export { findCampaign } from '../features/content/publishing/campaign-address.service.ts';

/** The file of an uploaded picture. */
export { findPicture as loadPicture } from '../features/content/pictures/pictures.store.ts';

/** Rises with every publication. */
export { readPageVersion as loadPageVersion } from './pages/page-version.store.ts';
