import type { AppContext, RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { isSameSecret } from '../../../../server/secrets.ts';
import { cents, decimal, dollars } from '../../../../shared/money.ts';
import { type Application, personOf } from '../../../application/application.store.ts';
import { listPaymentsOf, type Payment } from '../payment.store.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
  type Schedule,
} from '../schedule/schedule.store.ts';
import { PLAN_NAMES, RAIL_NAMES, receiptName, receiptNumber } from '../payment-labels.rules.ts';
import {
  addReceipt,
  findReceipt,
  listReceiptsOfPayment,
  type Receipt,
  takeReceiptNumber,
} from './receipt.store.ts';
import type { ShownBalance, ShownReceipt } from '../../../../shared/page.ts';
import { heldCentsOf, heldForAll } from '../instalment.rules.ts';
import { listTokensOf } from '../journal/journal.store.ts';
import { dayOf, PAYABLE } from '../payment.rules.ts';
import type { LoadReceipt, ReceiptReader } from '../../../../server/pages/receipts.ts';
import { isLanguage, LANGUAGES } from '../../../../shared/language.ts';
import { maskPerson, showDetailsMs } from '../../../application/application.rules.ts';
import { listApplicationsOfBrowser } from '../../../application/browser.store.ts';
import { browserOf } from '../../../application/browser.service.ts';

interface Settlement {
  application: Application;
  schedule: Schedule;
  instalment: Instalment;
  /** As it is written once the money has come. */
  payment: Payment;
  at: Date;
  /** The instalment that all of its money was moved to. */
  movedTo?: string | null;
  /** What was unpaid of that instalment before. */
  dueCents?: bigint | undefined;
}

/**
 * Issues a receipt in the transaction that settles the payment (payment.service) or moves all of its money
 * (moves/move.service): nothing else calls it.
 */
export async function issueReceipt(tx: Database, settlement: Settlement): Promise<void> {
  const { application, schedule, instalment, payment, at } = settlement;
  const { movedTo = null, dueCents = payment.amountCents } = settlement;
  const { receivedCents, receivedOn } = payment;
  if (receivedCents === null || receivedOn === null)
    throw new Error('A receipt for money that has not come.');
  await addReceipt(tx, {
    number: await takeReceiptNumber(tx),
    paymentId: payment.id,
    instalmentId: movedTo,
    issuedAt: at,
    locale: application.locale,
    facts: {
      reference: application.reference,
      payer: `${application.firstName} ${application.lastName}`,
      email: application.email,
      method: payment.rail,
      plan: schedule.plan,
      instalment: instalment.number,
      instalments: schedule.payments,
      received: decimal(receivedCents),
      due: decimal(dueCents),
      currency: payment.currency,
      receivedOn,
      railReference: payment.railReference ?? payment.claimNumber,
      isTest: payment.isTest,
    },
  });
}

/**
 * The batch of the email that brings a receipt: an address gets it once. Only a later receipt of the same payment is
 * named.
 */
export async function confirmationBatch(
  db: Database,
  { number, paymentId }: Pick<Receipt, 'number' | 'paymentId'>,
): Promise<string> {
  const [first] = await listReceiptsOfPayment(db, paymentId);
  const isFirst = first?.number === number;
  return `payment-confirmed:${paymentId}${isFirst ? '' : `:${number}`}`;
}

type Key = Pick<RequestContext<never>, 'secrets' | 'publicUrl'>;
type Named = Pick<Receipt, 'number' | 'paymentId'>;

/** Proves to the receipt's page that its reader was given the link; bound to this receipt and never worn out. */
export const receiptKey = ({ secrets }: Pick<Key, 'secrets'>, receipt: Named) =>
  secrets.digest('receipt', named(receipt));

const named = ({ number, paymentId }: Named) => `${number} ${paymentId}`;

/** The address of a receipt for the mail's reader. */
export const receiptLink = (key: Key, receipt: Named) =>
  `${key.publicUrl}/receipt/${receiptName(receipt.number)}?key=${receiptKey(key, receipt)}`;

const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n);
/** What is paid of an application and what is left on a day, YYYY-MM-DD. */
export async function balanceOf(
  db: Database,
  applicationId: string,
  today: string,
): Promise<ShownBalance> {
  const schedule = await findSchedule(db, applicationId);
  const instalments = schedule ? await listInstalments(db, schedule.id) : [];
  const payments = (await listPaymentsOf(db, [applicationId])).map(({ payment }) => payment);
  const open = instalments
    .filter(({ status }) => PAYABLE.includes(status))
    .map(({ id, creditedCents, amountCents, dueOn, chargeOn }) => {
      const own = payments.filter(({ instalmentId }) => instalmentId === id);
      return {
        restCents: amountCents - heldCentsOf({ creditedCents }, own),
        day: chargeOn ?? dueOn,
      };
    })
    .filter(({ restCents }) => restCents > 0n);
  const leftCents = sum(open.map(({ restCents }) => restCents));
  const paid = instalments.filter(({ status }) => status === 'paid');
  const [next] = open;
  return {
    paid: dollars(heldForAll(instalments, payments)),
    total: dollars(
      sum(
        [...paid, ...instalments.filter(({ status }) => PAYABLE.includes(status))].map(
          ({ amountCents }) => amountCents,
        ),
      ),
    ),
    left: leftCents > 0n ? dollars(leftCents) : null,
    next: next
      ? { amount: dollars(next.restCents), day: next.day, isDue: next.day <= today }
      : null,
  };
}

/** How a payment came, in words for its payer: crypto by the name of its token. */
export async function methodOf(
  db: Database,
  payment: Pick<Payment, 'id' | 'instalmentId' | 'rail'>,
): Promise<string> {
  const tokens = payment.rail === 'crypto' ? await listTokensOf(db, payment) : [];
  return tokens.length > 0 ? tokens.join(', ') : RAIL_NAMES[payment.rail];
}

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
  const keys = context.secrets.digests('receipt', named(receipt));
  return keys.some((one) => isSameSecret(key ?? '', one));
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
