import * as z from 'zod/mini';
import { anyone } from '../../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../../shared/endpoint.ts';
import { words } from '../../../../shared/words.ts';
import { MessageAnswer } from '../../../../shared/schema.ts';
import { ApplicationData } from '../../../application/application.contract.ts';
import { PlanChoice } from '../../payer/my-applications.contract.ts';
import { PaypalEvent } from './paypal/webhook.rules.ts';

export const readCardEnvironment = endpoint({
  name: 'readCardEnvironment',
  summary: 'What the card payment script needs; 503 when card payment is off',
  method: 'GET',
  path: '/paypal/environment',
  access: anyone,
  answer: z.object({ clientId: z.string(), environment: z.enum(['sandbox', 'live']) }),
});

export type CardEnvironment = AnswerOf<typeof readCardEnvironment>;

export const CardOrder = z
  .object({
    plan: PlanChoice,
    /** Needed unless `applicationId` names an application of this browser. */
    applicationData: z.optional(ApplicationData),
    applicationId: z.optional(z.uuid()),
    /** The instalment to pay, from 1; the first unpaid one when absent. */
    instalment: z.optional(z.int().check(z.gte(1), z.lte(60))),
  })
  .check(
    z.refine(
      ({ applicationData, applicationId }) =>
        applicationData !== undefined || applicationId !== undefined,
      {
        message: words('Please complete the application form first'),
        path: ['applicationData'],
      },
    ),
  );

export const createCardOrder = endpoint({
  name: 'createCardOrder',
  summary: 'Begin a card payment: an order at PayPal for the due that is paid next',
  method: 'POST',
  path: '/paypal/order',
  access: anyone,
  limit: 'card-order',
  body: CardOrder,
  /** PayPal's order id. */
  answer: z.object({ id: z.string() }),
  status: 201,
});

export const captureCardOrder = endpoint({
  name: 'captureCardOrder',
  summary:
    'Take the money of an order that the payer has approved; answers the word of the capture',
  method: 'POST',
  path: '/paypal/order/:id/capture',
  access: anyone,
  limit: 'card-order',
  params: z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)) }),
  /** `COMPLETED` alone means paid; `PENDING` and whatever else PayPal says is being processed. */
  answer: z.object({ status: z.string() }),
});

export const receiveCardWebhook = endpoint({
  name: 'receiveCardWebhook',
  summary: 'A notice of PayPal, signed: it is kept, and PayPal is asked about what it tells of',
  method: 'POST',
  path: '/paypal/webhook',
  access: anyone,
  signed: true,
  body: PaypalEvent,
  answer: MessageAnswer,
});
