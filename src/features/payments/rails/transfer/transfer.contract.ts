import * as z from 'zod/mini';
import { anyone } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { PLANS } from '../../../../shared/plan.ts';
import { line, MessageAnswer } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { ApplicationData } from '../../../application/application.contract.ts';
import { PlanChoice } from '../../payer/my-applications.contract.ts';
import { NUMBER_FIELD, TRANSFER_RAILS } from './transfer.rules.ts';

export const sendTransferDetails = endpoint({
  name: 'sendTransferDetails',
  summary: 'Mail the payer where the money goes, how much and with which memo, and wait for it',
  method: 'POST',
  path: '/api/payments/transfer-details',
  access: anyone,
  limit: 'public-form',
  body: z.object({
    applicationId: z.uuid(words('Please complete the application form first')),
    paymentMethod: z.enum(TRANSFER_RAILS, words('Please choose Zelle or bank transfer.')),
    plan: z.enum(PLANS, words('Please choose one-time payment or the payment plan.')),
    /** The due that is paid, from 1; the first one that asks for money when absent. */
    instalment: z.optional(z.int().check(z.gte(1), z.lte(60))),
  }),
  answer: MessageAnswer,
});

const claimNumber = z.optional(
  line({ min: 0, max: 100, message: words('The number can have at most 100 characters.') }).check(
    z.toUpperCase(),
  ),
);

/** A bank's number has at least one letter or digit. */
const hasNumber = (number: string | undefined) => /[\p{L}\p{N}]/u.test(number ?? '');

const PaymentData = z.object({
  confirmationNumber: claimNumber,
  referenceNumber: claimNumber,
  plan: PlanChoice,
  /** The due that is paid, from 1; the first one that asks for money when absent. */
  instalment: z.optional(z.int().check(z.gte(1), z.lte(60))),
  /** File the number although another application has claimed it. */
  review: z.optional(z.boolean()),
});

export const PaymentSubmission = z
  .object({
    paymentMethod: z.enum(TRANSFER_RAILS, words('Please choose Zelle or bank transfer.')),
    paymentData: PaymentData,
    /** Needed unless `applicationId` names an application of this browser. */
    applicationData: z.optional(ApplicationData),
    applicationId: z.optional(z.uuid()),
  })
  .check(
    z.refine(
      ({ paymentMethod, paymentData }) =>
        paymentMethod !== 'zelle' || hasNumber(paymentData[NUMBER_FIELD.zelle]),
      {
        message: words('Please enter your Zelle confirmation number.'),
        path: ['paymentData', NUMBER_FIELD.zelle],
      },
    ),
    z.refine(
      ({ paymentMethod, paymentData }) =>
        paymentMethod !== 'bank' || hasNumber(paymentData[NUMBER_FIELD.bank]),
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
