import { keysOf, recordOf } from '../../../../shared/record.ts';
import { words } from '../../../../shared/words.ts';
import { REFUSALS } from '../refunds/paypal-refund.rules.ts';
import { REVIEW_REASONS } from '../../rails/crypto/settlement/matching.rules.ts';

/** A stored note in sentences. */
export interface ExplainedNote {
  sentences: string[];
  /** The stored code, for support. */
  code?: string;
}

const OWN_REASON = words('PayPal gave a reason of its own.');
const LOOK = words('Please check the PayPal account before anything is charged again.');
const GONE = words('PayPal no longer has this order or account.');
const DECLINED = words('PayPal or the bank declined it.');
const NO_VAULT = words(
  'PayPal does not let us save payers’ accounts. Later payments are made by link.',
);

/**
 * Our issue codes of an order, and PayPal's most frequent ones
 * (https://developer.paypal.com/api/rest/reference/orders/v2/errors/).
 */
const ISSUES: Readonly<Record<string, readonly string[]>> = {
  MISMATCH: [words('PayPal’s record of this order does not match our request.'), LOOK],
  CAPTURED_AFTER_DECLINE: [
    words('PayPal took the money after declining it, and it is no longer due.'),
    LOOK,
  ],
  NOT_ASKED_FOR: [
    words('Money arrived for an instalment that had since been paid or closed in another way.'),
  ],
  DUPLICATE_INVOICE_ID: [words('PayPal says this payment was already made.'), LOOK],
  STRAY_CAPTURE: [words('Money arrived in our name through an order we did not create.'), LOOK],
  GONE_AT_PAYPAL: [
    words('PayPal no longer has this order, and we do not know whether it took money.'),
    LOOK,
  ],
  QUESTION_BROKE: [
    words(
      'Something went wrong on our side: we could not save what PayPal reported about this payment. See the site log.',
    ),
  ],
  UNKNOWN_TOO_LONG: [words('PayPal has not said for hours whether it charged this.'), LOOK],
  PAYPAL_SAYS: [words('PayPal reports returned money that does not match our records.'), LOOK],
  NOT_APPROVED: [words('The payer did not approve it in time.')],
  NOT_APPROVED_ANY_MORE: [words('The payer’s payment method did not work.')],
  PAID_OTHERWISE: [words('The instalment is being paid in another way.')],
  PAID_BY_ANOTHER_ORDER: [
    words('Another of our orders had already paid this, and the money counts.'),
  ],
  PAYMENT_ENDED: [words('The payment had ended before its money was taken.')],
  REPLACED: [words('The payer approved a later order instead.')],
  NEVER_SHOWN: [words('PayPal did not answer, and the payer never saw this order.')],
  ORDER: [words('PayPal created the order but took no money.')],
  ORDER_NOT_APPROVED: [words('The payer has not approved it.')],
  ORDER_ALREADY_CAPTURED: [words('The money had already been taken.')],
  VAULT_OFF: [NO_VAULT],
  ACCOUNT_GONE: [GONE],
  DECLINED: [DECLINED],
  FAILED: [DECLINED],
  INSTRUMENT_DECLINED: [DECLINED],
  TRANSACTION_REFUSED: [DECLINED],
  RESOURCE_NOT_FOUND: [GONE],
  INVALID_RESOURCE_ID: [GONE],
  TOKEN_ID_NOT_FOUND: [GONE],
  PAYMENT_TOKEN_NOT_FOUND: [GONE],
  INVALID_VAULT_ID: [GONE],
  VAULT_ID_NOT_FOUND: [GONE],
  REFUND_UNKNOWN: [words('PayPal has not said yet whether it made this refund.')],
  REFUND_HELD: [words('PayPal does not say why it holds this refund.')],
  ...recordOf(keysOf(REFUSALS), (issue) => [REFUSALS[issue]]),
  ECHECK: [words('The payer paid from a bank account, and that payment has not cleared yet.')],
  REFUND_UNDER_WAY: [words('Its refund was sent to PayPal and is not in PayPal’s report yet.')],
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: [words('The payer says that nothing arrived.')],
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: [
    words('The payer says that it is not what was described.'),
  ],
  UNAUTHORISED: [words('The payer says that they did not make this payment.')],
  NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE: [NO_VAULT],
  NOT_ENABLED_FOR_VAULTING: [NO_VAULT],
  PAYPAL_WALLET_VAULTING_NOT_ENABLED: [NO_VAULT],
};

/** PayPal's event codes of money that nothing explains; of another code, that it moved. */
function explainEventCode(code: string): string {
  if (code.startsWith('T00')) return words('This payment belongs to no order of ours.');
  if (/^T1[12]/.test(code)) return words('PayPal reports money that went back.');
  return words('PayPal reports a movement of a kind that we do not know.');
}

/** The state of an order when it was checked, and the outcome of a webhook event. */
const PAYMENT_STATUS_LABELS: Readonly<Record<string, string>> = {
  creating: words('We asked PayPal to create the order but got no answer.'),
  capturing: words('We asked PayPal for the money but got no answer.'),
  created: words('The order is waiting for the payer.'),
  captured: words('The money was taken.'),
  pending: words('PayPal holds the money.'),
  declined: words('The payment was declined.'),
  void: words('The order ended without payment.'),
  refused: words('PayPal did not answer our question about it.'),
  'of no interest': words('It changes nothing for us.'),
  'not ours': words('This does not concern any payment we know of.'),
  known: words('We knew it already.'),
  'still kept': words('PayPal still has the payer’s account saved.'),
  ended: words('PayPal no longer has the payer’s account saved.'),
  'the page is taking it': words('The payer’s page was already taking the money.'),
  'the page may take it first': words('We gave the payer’s page time to take the money.'),
  'another order under our name': words(
    'Money arrived in our name through an order we did not create.',
  ),
};

/** Webhook events; see card/paypal/webhook.rules.ts. */
export const WEBHOOK_LABELS: Readonly<Record<string, string>> = {
  'CHECKOUT.ORDER.APPROVED': words('PayPal reported that the payer approved the order.'),
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': words('PayPal reported that the approval was withdrawn.'),
  'PAYMENT.CAPTURE.PENDING': words('PayPal reported that it is holding the money.'),
  'PAYMENT.CAPTURE.COMPLETED': words('PayPal reported that the money has arrived.'),
  'PAYMENT.CAPTURE.DENIED': words('PayPal reported that the payment was declined.'),
  'PAYMENT.CAPTURE.DECLINED': words('PayPal reported that the payment was declined.'),
  'PAYMENT.CAPTURE.REFUNDED': words('PayPal reported that money was refunded to the payer.'),
  'PAYMENT.CAPTURE.REVERSED': words('PayPal reported that it took the money back.'),
  'VAULT.PAYMENT-TOKEN.CREATED': words('PayPal reported that it saved the payer’s account.'),
  'VAULT.PAYMENT-TOKEN.DELETED': words(
    'PayPal reported that it no longer has the payer’s account saved.',
  ),
  'CUSTOMER.DISPUTE.CREATED': words('PayPal reported a dispute.'),
  'CUSTOMER.DISPUTE.UPDATED': words('PayPal reported that the dispute is continuing.'),
  'CUSTOMER.DISPUTE.RESOLVED': words('PayPal reported that the dispute has ended.'),
};

/** Stored reasons of this site that need a sentence. */
const SITE_REASONS: Readonly<Record<string, string>> = {
  'the plan or its price changed': words('The plan or its price changed.'),
};

/** Codes with a suffix, in events that were written before PayPal's code was apart. */
const CODE_PREFIXES = ['STRAY_CAPTURE', 'PAYPAL_SAYS', 'ORDER'] as const;

/**
 * A stored note in sentences; undefined for what is there for the audit only. A note without a sentence is
 * shown unchanged.
 */
export function explainNote(note: string): ExplainedNote | undefined {
  // Which row of the ways to pay was shown.
  if (/^to (zelle|bank) [\da-f-]{36}$/.test(note)) return undefined;
  const own = look(SITE_REASONS, note) ?? look(REVIEW_REASONS, note);
  if (own) return { sentences: [own] };
  if (/^T\d{4}$/.test(note)) return { sentences: [explainEventCode(note)], code: note };
  const webhookLabel = look(WEBHOOK_LABELS, note);
  if (webhookLabel) return { sentences: [webhookLabel], code: note };
  const [, head = note, issue] = /^([a-z]+): (\S.*)$/.exec(note) ?? [];
  const status = look(PAYMENT_STATUS_LABELS, head);
  if (!status) return explainIssue(note) ?? { sentences: [note] };
  const why = issue === undefined ? undefined : explainIssue(issue);
  const isCode = why !== undefined || !note.includes(' ');
  return { sentences: [status, ...(why?.sentences ?? [])], ...(isCode ? { code: note } : {}) };
}

/**
 * Why an order at PayPal ended or waits: our reason, and what PayPal's code says. Of a code that we do not know, that PayPal
 * has its reason, where ours says no more.
 */
export function explainOrderIssue(reason: string, paypalCode: string | null): ExplainedNote {
  const ours = look(ISSUES, reason) ?? [];
  const theirs =
    (paypalCode && look(ISSUES, paypalCode)) || (ours.length === 0 ? [OWN_REASON] : []);
  return { sentences: [...new Set([...ours, ...theirs])], code: paypalCode ?? reason };
}

/** What a code in capitals says; of one that we do not know, that PayPal has its reason. Undefined for other words. */
function explainIssue(code: string): ExplainedNote | undefined {
  const known = look(ISSUES, code);
  if (known) return { sentences: [...known], code };
  if (!/^[A-Z][A-Z\d]*(_[A-Z\d]+)+/.test(code)) return undefined;
  const family = CODE_PREFIXES.find((one) => code.startsWith(one)) ?? '';
  const sentences = look(ISSUES, family) ?? [OWN_REASON];
  return { sentences: [...sentences], code };
}

const look = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
