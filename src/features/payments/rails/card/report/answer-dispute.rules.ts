/** What PayPal may let a merchant do: the links of https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get */
export const DISPUTE_RESPONSES = ['accept_claim', 'provide_evidence'] as const;
export type DisputeResponse = (typeof DISPUTE_RESPONSES)[number];

/** What an administrator answers: `accept` gives the money back, `elsewhere` was said at PayPal itself. */
export const DISPUTE_ANSWERS = ['accept', 'evidence', 'elsewhere'] as const;
export type DisputeAnswerKind = (typeof DISPUTE_ANSWERS)[number];

/** What PayPal must let us do for an answer that goes through its API. */
export const RESPONSE_FOR = {
  accept: 'accept_claim',
  evidence: 'provide_evidence',
} as const satisfies Partial<Record<DisputeAnswerKind, DisputeResponse>>;

/** Some of the `carrier_name` of PayPal's `tracking_info`. */
export const CARRIERS = ['DHL', 'FEDEX', 'UPS', 'USPS', 'ROYAL_MAIL', 'LA_POSTE', 'OTHER'] as const;

/** Where a merchant answers by hand. */
export const RESOLUTION_CENTER = 'https://www.paypal.com/resolutioncenter';
