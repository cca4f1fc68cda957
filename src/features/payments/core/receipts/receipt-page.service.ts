import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { LoadReceipt, ReceiptReader } from '../../../../server/pages/receipts.ts';
import { isLanguage, LANGUAGES } from '../../../../shared/language.ts';
import { decimal } from '../../../../shared/money.ts';
import type { ShownReceipt } from '../../../../shared/page.ts';
import { maskPerson, showDetailsMs } from '../../../application/application.rules.ts';
import { personOf } from '../../../application/application.store.ts';
import { listApplicationsOfBrowser } from '../../../application/browser.store.ts';
import { browserOf } from '../../../application/browser.service.ts';
import { RAIL_NAMES, PLAN_NAMES, receiptName, receiptNumber } from '../payment-labels.rules.ts';
import { receiptKey } from './receipt.service.ts';
import { findReceipt } from './receipt.store.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** What a receipt says to this reader; undefined where there is none, or it is not theirs. */
export const loadReceipt: LoadReceipt = async (context, reader) => {
  const number = receiptNumber(reader.name);
  const found = number === undefined ? undefined : await findReceipt(context.db, number);
  const shown = found && (await showTo(context, reader, found));
  const locale = found?.receipt.locale;
  return shown && { receipt: shown, language: isLanguage(locale) ? locale : LANGUAGES[0] };
};

async function showTo(
  context: AppContext,
  reader: ReceiptReader,
  found: Found,
): Promise<ShownReceipt | undefined> {
  if (reader.user?.permissions.includes('payments:read'))
    return { ...shownOf(found), applicationId: found.applicationId };
  if (holdsKey(context, reader, found)) return shownOf(found);
  return showToBrowser(context.db, reader, found, context.clock.now());
}

function holdsKey(context: AppContext, { key }: ReceiptReader, { receipt }: Found): boolean {
  const expected = Buffer.from(receiptKey(context, receipt));
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

function shownOf({ receipt, payment, isVoid, successor }: Found): ShownReceipt {
  const { method, plan, ...facts } = receipt.facts;
  return {
    ...facts,
    applicationId: null,
    name: receiptName(receipt.number),
    issuedAt: receipt.issuedAt.toISOString(),
    method: RAIL_NAMES[method],
    plan: PLAN_NAMES[plan],
    refunded: isVoid || payment.refundedCents === null ? null : decimal(payment.refundedCents),
    isVoid,
    successor: successor === null ? null : receiptName(successor),
  };
}
