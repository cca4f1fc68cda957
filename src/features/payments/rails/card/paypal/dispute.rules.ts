import * as z from 'zod/mini';
import { decimal } from '../../../../../shared/money.ts';
import { instantOf } from './report.rules.ts';

// What a merchant says in a dispute, Disputes v1: https://developer.paypal.com/docs/api/customer-disputes/v1/

export interface Claim {
  /** For PayPal; the payer does not see it. */
  note: string;
  /** Less than what is disputed: then the payer must take it. All of it when absent. */
  refund?: { amountCents: bigint; currency: string };
}

/** Body of `…/accept-claim`. */
export const claimRequest = ({ note, refund }: Claim) => ({
  note: note.slice(0, 2000),
  accept_claim_type: refund ? 'PARTIAL_REFUND' : 'REFUND',
  ...(refund && {
    refund_amount: { currency_code: refund.currency, value: decimal(refund.amountCents) },
  }),
});

export interface Offer {
  note: string;
  amountCents: bigint;
  currency: string;
}

/**
 * Body of `…/make-offer`, while the payer only asks: a refund without a return or a replacement. A part is for the payer to
 * take; all that is disputed ends the dispute.
 */
export const offerRequest = ({ note, amountCents, currency }: Offer) => ({
  note: note.slice(0, 2000),
  offer_type: 'REFUND',
  offer_amount: { currency_code: currency, value: decimal(amountCents) },
});

export interface Evidence {
  /** `PROOF_OF_FULFILLMENT` needs tracking, `PROOF_OF_REFUND` refunds; `OTHER` takes notes. */
  type: string;
  notes?: string;
  tracking?: { carrier: string; number: string }[];
  refundIds?: string[];
}

/** A picture or PDF of at most 10 MB. */
export interface EvidenceFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** One of the `evidences` of `…/provide-evidence`. */
export const evidenceOf = ({ type, notes, tracking, refundIds }: Evidence) => ({
  evidence_type: type,
  ...((tracking || refundIds) && {
    evidence_info: {
      ...(tracking && {
        tracking_info: tracking.map(({ carrier, number }) => ({
          carrier_name: carrier,
          tracking_number: number,
        })),
      }),
      ...(refundIds && { refund_ids: refundIds }),
    },
  }),
  ...(notes && { notes: notes.slice(0, 2000) }),
});

const text = z.string();

/** A page of the list; it tells less of each dispute than the dispute's own address. */
export const DisputePage = z.object({
  items: z.optional(
    z.array(
      z.object({
        dispute_id: text,
        status: text,
        update_time: text,
        reason: z.optional(text),
        dispute_amount: z.optional(z.object({ currency_code: text, value: text })),
        dispute_life_cycle_stage: z.optional(text),
        seller_response_due_date: z.optional(text),
      }),
    ),
  ),
  links: z.optional(z.array(z.object({ href: text, rel: text }))),
});
export type DisputePage = z.output<typeof DisputePage>;
export type DisputeSummary = NonNullable<DisputePage['items']>[number];

/** The address of a page of the disputes that were updated since a time. */
export const disputesPath = (since: Date, token?: string) =>
  `/v1/customer/disputes?${new URLSearchParams({
    update_time_after: instantOf(since),
    page_size: '50',
    ...(token !== undefined && { next_page_token: token }),
  })}`;

/** Of the link to the next page only its token counts: where it is, we know. */
export function nextTokenOf({ links = [] }: DisputePage): string | undefined {
  const { href } = links.find(({ rel }) => rel === 'next') ?? {};
  const query = href?.split('?')[1];
  return new URLSearchParams(query).get('next_page_token') ?? undefined;
}
