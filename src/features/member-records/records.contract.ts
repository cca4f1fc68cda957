import * as z from 'zod/mini';
import { member } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { instant, MessageAnswer } from '../../shared/schema.ts';
import { APPLICATION_STATUSES } from '../application/application.rules.ts';
import {
  APPLICATION_PAYMENT_STATUSES,
  PAYMENT_STATUSES,
  RAILS,
} from '../payments/core/payment.rules.ts';

/** A decimal string such as "1000.00", in US dollars. */
const amount = z.string();

/** The kinds of records that an account can claim. */
export const CLAIMED_KINDS = ['application', 'declaration'] as const;
export type ClaimedKind = (typeof CLAIMED_KINDS)[number];

export const readRecords = endpoint({
  name: 'readRecords',
  summary:
    'What the caller did here: claimed earlier, or made with the same address, once it is verified',
  method: 'GET',
  path: '/api/profile/records',
  access: member,
  answer: z.object({
    /** Whether the address is proved; before, nothing is looked up by it. */
    isVerified: z.boolean(),
    /** What can be claimed before what is; the newest first, and drafts last. */
    applications: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        /** The applicant, perhaps another member of the family. */
        name: z.string(),
        applicationStatus: z.enum(APPLICATION_STATUSES),
        paymentStatus: z.enum(APPLICATION_PAYMENT_STATUSES),
        totalAmount: amount,
        receivedAmount: amount,
        createdAt: instant,
        /** Null until the account has taken it over. */
        claimedAt: z.nullable(instant),
        /** Oldest first, without abandoned attempts. */
        payments: z.array(
          z.object({
            id: z.uuid(),
            /** From 1. */
            instalment: z.number(),
            method: z.enum(RAILS),
            status: z.enum(PAYMENT_STATUSES),
            amount,
            updatedAt: instant,
          }),
        ),
      }),
    ),
    /** One for each address that the account has had. */
    signatures: z.array(
      z.object({
        id: z.uuid(),
        fullName: z.string(),
        country: z.string(),
        signedAt: instant,
        claimedAt: z.nullable(instant),
      }),
    ),
  }),
});
export type Records = AnswerOf<typeof readRecords>;

const OneRecord = z.strictObject({ kind: z.enum(CLAIMED_KINDS), id: z.uuid() });

export const claimRecord = endpoint({
  name: 'claimRecord',
  summary: 'Take what was made with the caller’s verified address into their account',
  method: 'POST',
  path: '/api/profile/records/claim',
  access: member,
  body: OneRecord,
  answer: MessageAnswer,
});

export const releaseRecord = endpoint({
  name: 'releaseRecord',
  summary: 'Take a claimed record out of the caller’s account again; 404 when it is not there',
  method: 'POST',
  path: '/api/profile/records/release',
  access: member,
  body: OneRecord,
  answer: MessageAnswer,
});

export const openClaimed = endpoint({
  name: 'openClaimed',
  summary: 'Open an application of the caller’s account in this browser, as the mailed link does',
  method: 'POST',
  path: '/api/profile/records/open',
  // It shows a date of birth and a home address: a session left open somewhere must not.
  access: { who: 'member', recent: true },
  body: z.strictObject({ id: z.uuid() }),
  answer: z.object({ reference: z.string() }),
});
