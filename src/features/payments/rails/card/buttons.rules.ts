import { PAYPAL_STYLES } from '../../../../shared/page.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { words } from '../../../../shared/words.ts';

/** Specification §8: the buttons cannot be had. */
export const UNAVAILABLE = words(
  'PayPal temporarily unavailable. Please try again later or contact support',
);

export const PAYPAL_SCRIPTS = {
  live: 'https://www.paypal.com/sdk/js',
  sandbox: 'https://www.sandbox.paypal.com/sdk/js',
} as const;

/** Ways to pay that belong to one country or to credit (specification §7: disabled). */
const ALTERNATIVES = [
  'bancontact',
  'blik',
  'credit',
  'eps',
  'giropay',
  'ideal',
  'mercadopago',
  'mybank',
  'p24',
  'paylater',
  'sepa',
  'sofort',
  'venmo',
];

const LOCALES: Readonly<Record<string, string>> = { en: 'en_US', fr: 'fr_FR' };

/** The options of PayPal's script. Each plan has its own, because one of them stores the account. */
export const scriptOptions = (clientId: string, plan: Plan, language: string) => ({
  clientId,
  currency: 'USD',
  intent: 'capture',
  // A guest's card yields no account that could be charged later.
  disableFunding: plan === 'installment' ? [...ALTERNATIVES, 'card'] : ALTERNATIVES,
  ...(plan === 'installment' ? { vault: true } : {}),
  locale: LOCALES[language] ?? 'en_US',
  dataNamespace: `paypal_${plan}`,
  dataCspNonce: PAYPAL_STYLES,
});

/** What a capture's status means for its payer (payments.md §2). */
export function outcomeOf(status: string): 'paid' | 'refused' | 'processing' {
  if (status === 'COMPLETED') return 'paid';
  return status === 'DECLINED' || status === 'FAILED' ? 'refused' : 'processing';
}

/** Whether PayPal’s script stumbled over its own window. */
export const isBlockedWindow = (error: unknown): boolean =>
  /pop-?up|window/i.test(
    error instanceof Error ? `${error.name} ${error.message}` : JSON.stringify(error),
  );

/** Messages beside the buttons after a failed try. */
export const PROBLEMS = {
  failed: {
    title: words('Payment Error'),
    text: words('There was an issue processing your payment. Please try again.'),
  },
  provider: {
    title: words('Payment Error'),
    text: words(
      'There was an error with your payment. Please check your payment method and try again.',
    ),
  },
  refused: {
    title: words('Payment Error'),
    text: words(
      'There was an error with your payment. Please check your payment method and try again.',
    ),
    more: words('PayPal or your bank declined the payment. Nothing was charged.'),
  },
  blocked: {
    title: words('Payment Error'),
    text: words(
      'Your browser blocked PayPal’s window. Please allow pop-ups for this site, then press the button again. Nothing was charged.',
    ),
  },
  cancelled: {
    title: words('Payment Cancelled'),
    text: words(
      'You left PayPal before the payment was complete. Nothing was charged, and your application is saved. Press a button to pay.',
    ),
  },
} as const;

export const UNDER_WAY = words(
  'Your payment is in progress but not confirmed yet. You do not need to do anything. Please do not pay again. We’ll email you as soon as we know.',
);
