import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { LoadReceipt, ReceiptReader } from '../../../../server/pages/receipts.ts';
import { isLanguage, LANGUAGES } from '../../../../shared/language.ts';
import { cents, decimal } from '../../../../shared/money.ts';
import type { ShownReceipt } from '../../../../shared/page.ts';
import { maskPerson, showDetailsMs } from '../../../application/application.rules.ts';
import { personOf } from '../../../application/application.store.ts';
import { listApplicationsOfBrowser } from '../../../application/browser.store.ts';
import { browserOf } from '../../../application/browser.service.ts';
import { PLAN_NAMES, receiptName, receiptNumber } from '../payment-labels.rules.ts';
import { dayOf } from '../payment.rules.ts';
import { balanceOf, methodOf } from './balance.service.ts';
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
  const { db, clock } = context;
  const now = clock.now();
  if (reader.user?.permissions.includes('payments:read'))
    return { ...(await shownOf(db, found, now)), applicationId: found.applicationId };
  if (holdsKey(context, reader, found))
    return { ...(await shownOf(db, found, now)), key: reader.key ?? null };
  return showToBrowser(db, reader, found, now);
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
  const shown = await shownOf(db, found, now);
  if (now.getTime() - own.provenAt.getTime() <= showDetailsMs) return shown;
  const { firstName, email } = maskPerson({
    ...personOf(own.application),
    firstName: shown.payer,
    email: shown.email,
  });
  return { ...shown, payer: firstName, email };
}

async function shownOf(db: Database, found: Found, now: Date): Promise<ShownReceipt> {
  const { receipt, payment, isVoid, successor, applicationId, priceCents } = found;
  const { method, plan, railReference, ...facts } = receipt.facts;
  const isOnChain = method === 'crypto';
  const today = dayOf(now);
  return {
    ...facts,
    applicationId: null,
    key: null,
    name: receiptName(receipt.number),
    issuedAt: receipt.issuedAt.toISOString(),
    method: await methodOf(db, payment),
    plan: PLAN_NAMES[plan],
    // Only the rest of a plan, paid at once, is more than one instalment.
    lastInstalment: cents(facts.due) > priceCents ? facts.instalments : null,
    // Of several transfers of one transaction, the number of the event is ours alone.
    railReference: (isOnChain ? railReference?.split(':')[0] : railReference) ?? null,
    isOnChain,
    balance: isVoid ? null : await balanceOf(db, applicationId, today),
    today,
    refunded: isVoid || payment.refundedCents === null ? null : decimal(payment.refundedCents),
    isVoid,
    successor: successor === null ? null : receiptName(successor),
  };
}
