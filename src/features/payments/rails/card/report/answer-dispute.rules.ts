import { words } from '../../../../../shared/words.ts';

/** What PayPal may let a merchant do: the links of https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get */
export const DISPUTE_RESPONSES = ['accept_claim', 'make_offer', 'provide_evidence'] as const;
export type DisputeResponse = (typeof DISPUTE_RESPONSES)[number];

/**
 * What an administrator answers: `accept` gives the money back, `offer` a part of it that the payer must take, `elsewhere` was
 * said at PayPal itself.
 */
export const DISPUTE_ANSWERS = ['accept', 'offer', 'evidence', 'elsewhere'] as const;
export type DisputeAnswerKind = (typeof DISPUTE_ANSWERS)[number];

/** What PayPal must let us do for an answer that goes through its API. */
export const RESPONSE_FOR = {
  accept: 'accept_claim',
  offer: 'make_offer',
  evidence: 'provide_evidence',
} as const satisfies Partial<Record<DisputeAnswerKind, DisputeResponse>>;

export const NOT_AN_OFFER = words('Enter the amount that you offer, such as 100.00.');

/** Some of the `carrier_name` of PayPal's `tracking_info`. */
export const CARRIERS = ['DHL', 'FEDEX', 'UPS', 'USPS', 'ROYAL_MAIL', 'LA_POSTE', 'OTHER'] as const;

/** Where a merchant answers by hand. */
export const RESOLUTION_CENTER = 'https://www.paypal.com/resolutioncenter';
