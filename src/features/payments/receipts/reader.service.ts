import { timingSafeEqual } from 'node:crypto';
import type { House } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import type { LoadReceipt, ReceiptReader } from '../../../server/receipts.ts';
import { isLanguage, LANGUAGES } from '../../../shared/language.ts';
import { decimal } from '../../../shared/money.ts';
import type { ShownReceipt } from '../../../shared/page.ts';
import { maskPerson, showDetailsMs } from '../../application/application.rules.ts';
import { personOf } from '../../application/application.store.ts';
import { listApplicationsOfBrowser } from '../../application/browser.store.ts';
import { browserOf } from '../../application/browser.service.ts';
import { PLAN_NAME } from '../manual/claim.rules.ts';
import { METHOD_NAME, receiptName, receiptNumber } from './receipt.rules.ts';
import { receiptKey } from './receipt.service.ts';
import { findReceipt } from './receipt.store.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** What a receipt says to this reader; undefined where there is none, or it is not theirs. */
export const loadReceipt: LoadReceipt = async (house, reader) => {
  const number = receiptNumber(reader.name);
  const found = number === undefined ? undefined : await findReceipt(house.db, number);
  const shown = found && (await showTo(house, reader, found));
  const locale = found?.receipt.locale;
  return shown && { receipt: shown, language: isLanguage(locale) ? locale : LANGUAGES[0] };
};

async function showTo(
  house: House,
  reader: ReceiptReader,
  found: Found,
): Promise<ShownReceipt | undefined> {
  if (reader.user?.permissions.includes('payments:read'))
    return { ...shownOf(found), applicationId: found.applicationId };
  if (holdsKey(house, reader, found)) return shownOf(found);
  return showToBrowser(house.db, reader, found, house.clock.now());
}

function holdsKey(house: House, { key }: ReceiptReader, { receipt }: Found): boolean {
  const expected = Buffer.from(receiptKey(house, receipt));
  const given = Buffer.from(key ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A browser that typed the details long ago sees them masked here too (gaps.md §2). */
async function showToBrowser(
  db: Database,
  { cookies }: ReceiptReader,
  found: Found,
  now: Date,
): Promise<ShownReceipt | undefined> {
  const browser = browserOf({ request: { cookies } });
  const owned = browser ? await listApplicationsOfBrowser(db, browser) : [];
  const own = owned.find(({ application }) => application.id === found.applicationId);
  if (!own) return undefined;
  const shown = shownOf(found);
  if (now.getTime() - own.provenAt.getTime() <= showDetailsMs) return shown;
  const { firstName, email } = maskPerson({
    ...personOf(own.application),
    firstName: shown.payer,
    email: shown.email,
  });
  return { ...shown, payer: firstName, email };
}

function shownOf({ receipt, payment }: Found): ShownReceipt {
  const { method, plan, ...facts } = receipt.facts;
  return {
    ...facts,
    applicationId: null,
    name: receiptName(receipt.number),
    issuedAt: receipt.issuedAt.toISOString(),
    method: METHOD_NAME[method],
    plan: PLAN_NAME[plan],
    refunded: payment.refundedCents === null ? null : decimal(payment.refundedCents),
  };
}
