import * as z from 'zod/mini';
import { anyone } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { KIT_RELEASES, PLANS } from '../../../shared/plan.ts';
import { keysOf } from '../../../shared/record.ts';
import { instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { ApplicationData } from '../../application/application.contract.ts';
import { APPLICATION_STATUSES } from '../../application/application.rules.ts';
import {
  APPLICATION_PAYMENT_STATUSES,
  FLAGS,
  INSTALMENT_STEPS,
  PAYMENT_STATUSES,
  RAILS,
} from '../core/payment.rules.ts';

/** The plan that the payer chose. */
export const PlanChoice = z.enum(
  PLANS,
  words('Please choose one-time payment or the payment plan.'),
);
/** A decimal string of dollars: "1000.00". */
const amount = z.string();

export const Draft = z.object({
  applicationData: ApplicationData,
  plan: PlanChoice,
  /** The draft of this browser that is written over, and no other; its newest when absent. */
  applicationId: z.optional(z.uuid()),
});

export const saveDraft = endpoint({
  name: 'saveDraft',
  summary: 'Keep an application as a draft and learn its reference, before paying',
  method: 'POST',
  path: '/api/applications',
  access: anyone,
  limit: 'draft',
  body: Draft,
  answer: z.object({ id: z.uuid(), reference: z.string() }),
  status: 201,
});

const INSTALMENT_STATUSES = keysOf(INSTALMENT_STEPS);

/** `open`: the rest can be sent at the same price; `over`: it no longer can; `in_review`: an administrator decides. */
export const SHORTFALL_STATES = ['open', 'in_review', 'over'] as const;

export const Shortfall = z.object({
  state: z.enum(SHORTFALL_STATES),
  instalment: z.number(),
  quoteId: z.uuid(),
  token: z.string(),
  /** Whole tokens, decimal strings. */
  received: z.string(),
  rest: z.string(),
  /** Dollars of one whole token, a decimal string. */
  rate: z.string(),
  address: z.string(),
  /** The wallet that has signed the quote: the rest is recognised when it sends it. */
  sender: z.nullable(z.string()),
  /** Until when the rest can be sent at this price. */
  until: instant,
});
export type Shortfall = z.output<typeof Shortfall>;

export const MyApplication = z.object({
  id: z.uuid(),
  reference: z.string(),
  applicationStatus: z.enum(APPLICATION_STATUSES),
  paymentStatus: z.enum(APPLICATION_PAYMENT_STATUSES),
  paymentPlan: z.enum(PLANS),
  paymentMethod: z.enum(RAILS),
  /** Of one payment. */
  paymentAmount: amount,
  currency: z.string(),
  totalAmount: amount,
  receivedAmount: amount,
  createdAt: instant,
  submittedAt: z.nullable(instant),
  /** Details are hidden because this browser typed them more than an hour ago. */
  masked: z.boolean(),
  applicationData: z.object({
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: z.string(),
    placeOfBirth: z.string(),
    currentNationality: z.string(),
    telephone: z.string(),
    email: z.string(),
    homeAddress: z.string(),
  }),
  noticeVersion: z.nullable(z.string()),
  /** As it was promised with the price. */
  kitRelease: z.enum(KIT_RELEASES),
  /** The last day on which the kit should be sent; absent before it is paid for. YYYY-MM-DD. */
  kitBy: z.optional(z.string()),
  /** PayPal stores the payer's account, and later payments of the plan are charged to it. */
  chargesItself: z.optional(z.boolean()),
  /** Crypto that has come for a payment and is not recorded: another amount than quoted, or too late. */
  shortfall: z.optional(Shortfall),
  instalments: z.array(
    z.object({
      number: z.number(),
      status: z.enum(INSTALMENT_STATUSES),
      amount,
      received: amount,
      /** The unpaid amount. */
      rest: amount,
      /** YYYY-MM-DD. */
      dueOn: z.string(),
      /** What of it was moved here, and from which payment; null for one of another application. */
      credits: z.array(z.object({ amount, instalment: z.nullable(z.number()) })),
      /** The day on which PayPal charges it, announced or expected; absent where it does not. YYYY-MM-DD. */
      chargeOn: z.optional(z.string()),
      /** What the payer writes into a transfer. */
      memo: z.string(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.uuid(),
      instalment: z.number(),
      method: z.enum(RAILS),
      status: z.enum(PAYMENT_STATUSES),
      flag: z.enum(FLAGS),
      amount,
      received: z.nullable(amount),
      /** What came on the chain, such as "0.3 ETH". */
      coins: z.optional(z.string()),
      number: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** The name of its receipt, such as OAP-000123, once its money has come. */
      receipt: z.optional(z.string()),
      createdAt: instant,
      updatedAt: instant,
    }),
  ),
});
export type MyApplication = z.output<typeof MyApplication>;

export const listMyApplications = endpoint({
  name: 'listMyApplications',
  summary: 'The applications of this browser, newest first',
  method: 'GET',
  path: '/api/applications/mine',
  access: anyone,
  answer: z.array(MyApplication),
});

export const forgetMyApplications = endpoint({
  name: 'forgetMyApplications',
  summary: 'Forget me on this device: the applications stay, this browser no longer shows them',
  method: 'DELETE',
  path: '/api/applications/mine',
  access: anyone,
  answer: MessageAnswer,
});
