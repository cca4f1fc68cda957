import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { KIT_RELEASES, PLANS } from '../../shared/plan.ts';
import { instant, line, Said } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { ApplicationData } from '../application/application.contract.ts';
import { APPLICATION_STATUSES } from '../application/application.rules.ts';
import { MANUAL_RAILS, NUMBER_FIELD } from './manual/claim.rules.ts';
import {
  APPLICATION_PAYMENT_STATUSES,
  FLAGS,
  INSTALMENT_STEPS,
  type InstalmentStatus,
  PAYMENT_STATUSES,
  RAILS,
} from './payment.rules.ts';

const plan = z.enum(PLANS, words('Please choose one-time payment or the payment plan.'));
/** A decimal string of dollars: "1000.00". */
const amount = z.string();

export const Draft = z.object({
  applicationData: ApplicationData,
  plan,
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

const claimNumber = z.optional(
  line({ min: 0, max: 100, message: words('The number can have at most 100 characters.') }).check(
    z.toUpperCase(),
  ),
);

const PaymentData = z.object({
  confirmationNumber: claimNumber,
  referenceNumber: claimNumber,
  plan,
  /** The due that is paid, from 1; the first one that asks for money when absent. */
  instalment: z.optional(z.int().check(z.gte(1), z.lte(60))),
  /** File the number although another application has claimed it. */
  review: z.optional(z.boolean()),
});

export const PaymentSubmission = z
  .object({
    paymentMethod: z.enum(MANUAL_RAILS, words('Please choose Zelle or bank transfer.')),
    paymentData: PaymentData,
    /** Needed unless `applicationId` names an application of this browser. */
    applicationData: z.optional(ApplicationData),
    applicationId: z.optional(z.uuid()),
  })
  .check(
    z.refine(
      ({ paymentMethod, paymentData }) =>
        paymentMethod !== 'zelle' || Boolean(paymentData[NUMBER_FIELD.zelle]),
      {
        message: words('Please enter your Zelle confirmation number.'),
        path: ['paymentData', NUMBER_FIELD.zelle],
      },
    ),
    z.refine(
      ({ paymentMethod, paymentData }) =>
        paymentMethod !== 'bank' || Boolean(paymentData[NUMBER_FIELD.bank]),
      {
        message: words('Please enter your bank reference number.'),
        path: ['paymentData', NUMBER_FIELD.bank],
      },
    ),
    z.refine(
      ({ applicationData, applicationId }) =>
        applicationData !== undefined || applicationId !== undefined,
      {
        message: words('Please complete the application form first'),
        path: ['applicationData'],
      },
    ),
  );
export type PaymentSubmission = z.output<typeof PaymentSubmission>;

export const submitPayment = endpoint({
  name: 'submitPayment',
  summary: 'Tell us the number of a Zelle payment or bank transfer that was sent',
  method: 'POST',
  path: '/payment/submit',
  access: anyone,
  limit: 'public-form',
  body: PaymentSubmission,
  answer: z.object({ success: z.literal(true), message: z.string(), reference: z.string() }),
  status: 201,
  failure: 'success-false',
});

const INSTALMENT_STATUSES = Object.keys(INSTALMENT_STEPS) as InstalmentStatus[];

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
  /** PayPal keeps the payer's account, and the later payments of the plan are charged to it by themselves. */
  chargesItself: z.optional(z.boolean()),
  instalments: z.array(
    z.object({
      number: z.number(),
      status: z.enum(INSTALMENT_STATUSES),
      amount,
      received: amount,
      /** What is still asked for. */
      rest: amount,
      /** YYYY-MM-DD. */
      dueOn: z.string(),
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
      number: z.nullable(z.string()),
      reason: z.nullable(z.string()),
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
  answer: Said,
});
