import { words } from '../../../../shared/words.ts';
import { REVIEW_REASONS } from '../../rails/crypto/settlement/matching.rules.ts';

/** A stored note in sentences. */
export interface ExplainedNote {
  sentences: string[];
  /** The stored code, for support. */
  code?: string;
}

const LOOK = words('Please look in the PayPal account before anything is charged again.');
const GONE = words('PayPal no longer knows this order or account.');
const DECLINED = words('PayPal or the bank declined it.');
const NO_VAULT = words(
  'PayPal does not let us keep payers’ accounts: later payments come by link.',
);

/**
 * Our issue codes of an order, and PayPal's most frequent ones
 * (https://developer.paypal.com/api/rest/reference/orders/v2/errors/).
 */
const ISSUES: Readonly<Record<string, readonly string[]>> = {
  MISMATCH: [words('What PayPal says of this order is not what we asked for.'), LOOK],
  CAPTURED_AFTER_DECLINE: [
    words('PayPal took the money after it had declined, and nothing asks for it any more.'),
    LOOK,
  ],
  NOT_ASKED_FOR: [words('Money came for a due that was paid or ended in another way meanwhile.')],
  DUPLICATE_INVOICE_ID: [words('PayPal says that this payment was made before.'), LOOK],
  STRAY_CAPTURE: [words('Money came under our name by an order that we did not make.'), LOOK],
  GONE_AT_PAYPAL: [
    words('PayPal no longer knows this order, and nobody knows whether it took money.'),
    LOOK,
  ],
  QUESTION_BROKE: [
    words(
      'Something is wrong on our side with this payment: what PayPal says of it cannot be written down. The log of the site says why.',
    ),
  ],
  UNKNOWN_TOO_LONG: [words('PayPal has not said for hours whether it charged this.'), LOOK],
  PAYPAL_SAYS: [
    words('PayPal tells of money that went back, and it does not fit the books.'),
    LOOK,
  ],
  NOT_APPROVED: [words('The payer did not approve it in time.')],
  NOT_APPROVED_ANY_MORE: [words('What the payer chose to pay with did not work.')],
  PAID_OTHERWISE: [words('The due is being paid in another way.')],
  PAID_BY_ANOTHER_ORDER: [
    words('Another order of ours had paid this already, and the money counts.'),
  ],
  PAYMENT_ENDED: [words('The payment had ended before its money was taken.')],
  REPLACED: [words('The payer approved a later order instead.')],
  NEVER_SHOWN: [words('PayPal did not answer, and the payer never saw this order.')],
  ORDER: [words('PayPal made the order and took no money.')],
  ORDER_NOT_APPROVED: [words('The payer has not approved it.')],
  ORDER_ALREADY_CAPTURED: [words('Its money had been taken already.')],
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
  NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE: [NO_VAULT],
  NOT_ENABLED_FOR_VAULTING: [NO_VAULT],
  PAYPAL_WALLET_VAULTING_NOT_ENABLED: [NO_VAULT],
};

/** The state of an order when it was checked, and the outcome of a webhook event. */
const PAYMENT_STATUS_LABELS: Readonly<Record<string, string>> = {
  creating: words('We asked PayPal to make the order and heard no answer.'),
  capturing: words('We asked PayPal for the money and heard no answer.'),
  created: words('The order waits for the payer.'),
  captured: words('The money was taken.'),
  pending: words('PayPal holds the money.'),
  declined: words('The payment was declined.'),
  void: words('The order ended without money.'),
  refused: words('PayPal did not answer our question about it.'),
  'of no interest': words('It changes nothing for us.'),
  'not ours': words('It is about nothing that we know of.'),
  known: words('We knew it already.'),
  'still kept': words('PayPal still keeps the payer’s account.'),
  ended: words('PayPal no longer keeps the payer’s account.'),
  'the page is taking it': words('The payer’s own page was taking the money.'),
  'the page may take it first': words('The payer’s own page was left the time to take the money.'),
  'another order under our name': words(
    'Money came under our name by an order that we did not make.',
  ),
};

/** Webhook events; see card/paypal/webhook.rules.ts. */
export const WEBHOOK_LABELS: Readonly<Record<string, string>> = {
  'CHECKOUT.ORDER.APPROVED': words('PayPal told us that the payer has approved the order.'),
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': words('PayPal told us that the approval was withdrawn.'),
  'PAYMENT.CAPTURE.PENDING': words('PayPal told us that it holds the money.'),
  'PAYMENT.CAPTURE.COMPLETED': words('PayPal told us that the money has come.'),
  'PAYMENT.CAPTURE.DENIED': words('PayPal told us that the payment was declined.'),
  'PAYMENT.CAPTURE.DECLINED': words('PayPal told us that the payment was declined.'),
  'PAYMENT.CAPTURE.REFUNDED': words('PayPal told us that money went back to the payer.'),
  'PAYMENT.CAPTURE.REVERSED': words('PayPal told us that it took the money back.'),
  'VAULT.PAYMENT-TOKEN.CREATED': words('PayPal told us that it keeps the payer’s account.'),
  'VAULT.PAYMENT-TOKEN.DELETED': words(
    'PayPal told us that it no longer keeps the payer’s account.',
  ),
  'CUSTOMER.DISPUTE.CREATED': words('PayPal told us of a dispute.'),
  'CUSTOMER.DISPUTE.UPDATED': words('PayPal told us that the dispute goes on.'),
  'CUSTOMER.DISPUTE.RESOLVED': words('PayPal told us that the dispute has ended.'),
};

/** Stored reasons of this site that need a sentence. */
const SITE_REASONS: Readonly<Record<string, string>> = {
  'the plan or its price changed': words('The plan or its price changed.'),
};

/** Codes with a suffix: a number or a state. */
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
  const webhookLabel = look(WEBHOOK_LABELS, note);
  if (webhookLabel) return { sentences: [webhookLabel], code: note };
  const [, head = note, issue] = /^([a-z]+): (\S.*)$/.exec(note) ?? [];
  const status = look(PAYMENT_STATUS_LABELS, head);
  if (!status) return explainIssue(note) ?? { sentences: [note] };
  const why = issue === undefined ? undefined : explainIssue(issue);
  const isCode = why !== undefined || !note.includes(' ');
  return { sentences: [status, ...(why?.sentences ?? [])], ...(isCode ? { code: note } : {}) };
}

/** What a code in capitals says; of one that we do not know, that PayPal has its reason. Undefined for other words. */
function explainIssue(code: string): ExplainedNote | undefined {
  const known = look(ISSUES, code);
  if (known) return { sentences: [...known], code };
  if (!/^[A-Z][A-Z\d]*(_[A-Z\d]+)+/.test(code)) return undefined;
  const family = CODE_PREFIXES.find((one) => code.startsWith(one)) ?? '';
  const sentences = look(ISSUES, family) ?? [words('PayPal gave a reason of its own.')];
  return { sentences: [...sentences], code };
}

const look = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
