import { inArray, type SQL, sql } from 'drizzle-orm';
import { passportApplications } from '../application/application.store.ts';
import { LIVE_STATES } from '../payments/rails/card/card.rules.ts';
import type { OrderReason } from '../payments/rails/card/order-issue.rules.ts';
import { paypalOrders } from '../payments/rails/card/paypal-order.store.ts';
import { vaultTokens } from '../payments/rails/card/renewals/vault.store.ts';
import { onChainTransfers } from '../payments/rails/crypto/settlement/on-chain-transfer.store.ts';
import { cryptoQuotes } from '../payments/rails/crypto/quotes/quote.store.ts';
import {
  statementImports,
  statementLines,
} from '../payments/rails/transfer/statements/statement.store.ts';
import { OPEN } from '../payments/core/payment.rules.ts';
import { claimKey, payments } from '../payments/core/payment.store.ts';
import { receipts } from '../payments/core/receipts/receipt.store.ts';
import {
  instalments,
  isOwing,
  paymentSchedules,
} from '../payments/core/schedule/schedule.store.ts';
import { webhookEvents } from '../payments/core/webhook-event.store.ts';

const { id, reference } = passportApplications;

const hasSchedule = (which: SQL) => sql`exists (
  select 1 from ${paymentSchedules} where ${paymentSchedules.applicationId} = ${id} and ${which})`;
const hasDue = (which: SQL) => sql`exists (
  select 1 from ${paymentSchedules} join ${instalments} on ${instalments.scheduleId} = ${paymentSchedules.id}
  where ${paymentSchedules.applicationId} = ${id} and ${which})`;
/** Whether an attempt to pay of the application is one of these. */
const hasPayment = (which: SQL) => sql`exists (
  select 1 from ${paymentSchedules} join ${instalments} on ${instalments.scheduleId} = ${paymentSchedules.id}
    join ${payments} on ${payments.instalmentId} = ${instalments.id}
  where ${paymentSchedules.applicationId} = ${id} and ${which})`;

/** Money that has come for it, whatever became of that; or was said to have come. */
export const hasBeenPaid = hasPayment(sql`(${payments.receivedCents} is not null
  or exists (select 1 from ${receipts} where ${receipts.paymentId} = ${payments.id}))`);
/** Money of theirs is with us that did not all go back. */
export const hasMoney =
  hasPayment(sql`${payments.receivedCents} > coalesce(${payments.refundedCents}, 0)
  and ${payments.status} <> 'reversed'`);
export const owesMoney = hasSchedule(isOwing);
export const isUnpaid = hasSchedule(
  sql`(${paymentSchedules.storedStatus} = 'draft' or ${isOwing})`,
);

/** More than was due: a person has yet to refund it. */
const hasSurplus = hasPayment(sql`${payments.flag} = 'over'
  and ${inArray(payments.status, ['succeeded', 'partially_refunded'])} and ${instalments.amountCents} - ${instalments.creditedCents} < (
    select sum(own.received_cents - coalesce(own.refunded_cents, 0) - own.moved_cents) from ${payments} as own
    where own.instalment_id = ${instalments.id} and own.received_cents is not null)`);

/**
 * Money on an address of ours that is neither recorded nor dismissed, whatever became of the attempt that it was sent
 * for: matched by its quote, or, where it has none, by the transaction that the payer submitted or the exact amount.
 * And quotes of which the chain is still watched.
 */
const hasChainMoney = hasPayment(sql`(exists (
    select 1 from ${cryptoQuotes} where ${cryptoQuotes.paymentId} = ${payments.id} and ${cryptoQuotes.state} = 'open')
  or exists (
    select 1 from ${onChainTransfers} left join ${cryptoQuotes} on ${cryptoQuotes.paymentId} = ${payments.id}
    where ${inArray(onChainTransfers.state, ['seen', 'review'])} and (${onChainTransfers.paymentId} = ${payments.id}
      or ${onChainTransfers.quoteId} = ${cryptoQuotes.id}
      or (${onChainTransfers.quoteId} is null and (${onChainTransfers.txHash} = ${cryptoQuotes.txHash}
        or (${onChainTransfers.chainId} = ${cryptoQuotes.chainId} and ${onChainTransfers.token} = ${cryptoQuotes.token}
          and ${onChainTransfers.toAddress} = ${cryptoQuotes.address}
          and ${cryptoQuotes.units} in (${onChainTransfers.units}, ${onChainTransfers.sentUnits})))))))`);

/** LIST of the reasons of captured money that a person has to refund, though its payment has ended. */
const UNREQUESTED: OrderReason[] = ['CAPTURED_AFTER_DECLINE', 'NOT_ASKED_FOR'];
/** A PayPal order that can still take money, is being synchronized, or has an unhandled webhook event. */
const hasOrder = hasPayment(sql`exists (
  select 1 from ${paypalOrders} left join ${webhookEvents} on ${webhookEvents.handledAt} is null
    and ${webhookEvents.rail} = 'paypal'
    and ${webhookEvents.resourceId} in (${paypalOrders.orderId}, ${paypalOrders.captureId})
  where ${paypalOrders.paymentId} = ${payments.id} and (${inArray(paypalOrders.state, [...LIVE_STATES, 'pending'])}
    or ${paypalOrders.askAt} is not null or ${webhookEvents.eventId} is not null
    or (${payments.receivedCents} is null and ${inArray(paypalOrders.reason, UNREQUESTED)})))`);

/** Of a line of a statement: it has proved nothing, and was not brought in twice. */
const isUnusedLine = sql`${statementLines.paymentId} is null and not exists (
  select 1 from ${statementLines} as proof
  where proof.digest = ${statementLines.digest} and proof.payment_id is not null)`;
/** Ticked for a due of it, and not booked yet. */
const isTicked = hasDue(sql`${instalments.id} in (
  select ${statementLines.chosenInstalmentId} from ${statementLines}
  where ${statementLines.chosenInstalmentId} is not null and ${isUnusedLine})`);
/**
 * Nothing was ever booked for it, and a line names it by its reference: PX and five letters, perhaps with the number of
 * the due behind. All such lines at once: one question for each application would take minutes.
 */
const isNamedByBank = sql`(not ${hasBeenPaid} and ${claimKey(reference)} in (
  select left(key, 7) from ${statementLines} cross join unnest(${statementLines.keys}) as key
  where key like 'PX_____%' and ${isUnusedLine}))`;

/**
 * A line of their bank holds the number that its payer gave for an attempt for which nothing was booked: a claim may
 * have been rejected a day before its money came. What was booked under the same number meanwhile is that line’s money.
 * What has no digit is a word that any line may hold, such as “transfer”.
 */
const isClaimedByBank =
  hasPayment(sql`${payments.claimNumber} ~ '[0-9]' and ${payments.receivedCents} is null
  and exists (
    select 1 from ${statementLines} join ${statementImports} on ${statementImports.id} = ${statementLines.importId}
    where ${statementLines.keys} @> array[${claimKey(payments.claimNumber)}]
      and ${statementImports.rail} = ${payments.rail} and ${isUnusedLine})
  and not exists (
    select 1 from ${payments} as booked where booked.rail = ${payments.rail} and booked.received_cents is not null
      and ${claimKey(sql`booked.claim_number`)} = ${claimKey(payments.claimNumber)})`);

/** Money may still come, has come and waits for a person, or is disputed. */
export const isUnderWay = sql`(${hasPayment(inArray(payments.status, [...OPEN, 'disputed']))}
  or ${hasSurplus} or ${hasChainMoney} or ${hasOrder} or ${isTicked} or ${isNamedByBank} or ${isClaimedByBank})`;

/** Whether payment records name the application: an attempt to pay, a stored account, a line of a bank statement. */
export const isInPaymentRecords = sql`(${hasPayment(sql`true`)}
  or ${hasSchedule(sql`exists (select 1 from ${vaultTokens} where ${vaultTokens.scheduleId} = ${paymentSchedules.id})`)}
  or ${hasDue(sql`exists (
    select 1 from ${statementLines} where ${statementLines.chosenInstalmentId} = ${instalments.id})`)})`;
