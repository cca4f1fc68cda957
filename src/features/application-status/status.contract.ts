import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { ById, email, instant, line, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { ApplicationData } from '../application/application.contract.ts';
import { readReference } from '../application/link.rules.ts';
import { RAILS } from '../payments/core/payment.rules.ts';
import { HISTORY_KINDS } from './history.rules.ts';

const amount = z.string();

export const openApplication = endpoint({
  name: 'openApplication',
  summary: 'Open an application in this browser with the key of a link that we have mailed',
  method: 'POST',
  path: '/api/applications/open',
  access: anyone,
  limit: 'application-open',
  body: z.object({ key: z.string().check(z.maxLength(400)) }),
  answer: z.object({ id: z.uuid(), reference: z.string() }),
});

export const askForLink = endpoint({
  name: 'askForLink',
  summary:
    'Ask for a link to an application by mail; the answer is the same whether it exists or not',
  method: 'POST',
  path: '/api/applications/link',
  access: anyone,
  limit: 'application-link',
  body: z.object({
    reference: line({ max: 40, message: words('Please enter your reference') }).check(
      z.refine(
        (text) => readReference(text) !== undefined,
        words('Enter the reference as it appears in our emails, such as PX-7K4M2'),
      ),
    ),
    email: email(words('Please enter a valid email address')),
  }),
  answer: MessageAnswer,
});

export const Timeline = z.object({
  /** Oldest first. */
  history: z.array(
    z.object({
      at: instant,
      told: z.enum(HISTORY_KINDS),
      /** From 1; null where the entry is about the application. */
      instalment: z.nullable(z.number()),
      method: z.nullable(z.enum(RAILS)),
      amount: z.nullable(amount),
      /** In words for the applicant. */
      note: z.nullable(z.string()),
    }),
  ),
  /** Of the money that has come, one for each payment. */
  receipts: z.array(
    z.object({
      /** Such as OAP-000123. */
      name: z.string(),
      /** Its page, with what lets this reader in. */
      href: z.string(),
      instalment: z.number(),
      method: z.enum(RAILS),
      amount,
      /** YYYY-MM-DD. */
      receivedOn: z.string(),
    }),
  ),
  /** YYYY-MM-DD by which the kit is promised to leave; null before the payment that it waits for is final. */
  kitBy: z.nullable(z.string()),
  shipment: z.nullable(
    z.object({ courier: z.nullable(z.string()), trackingNumber: z.nullable(z.string()) }),
  ),
  plan: z.object({
    /** The payer has stopped it. */
    isStopped: z.boolean(),
    /** It can be stopped now. */
    mayStop: z.boolean(),
    /** How many more payments until it can be. */
    paymentsUntilStop: z.number(),
    /** PayPal takes the later payments by itself. */
    isCharged: z.boolean(),
    /** What is left can be paid at once, instead of so many payments; null while nothing is left to combine. */
    payOff: z.nullable(
      z.object({
        payments: z.number(),
        /** Chosen already: YYYY-MM-DD, until when it is waited for. */
        until: z.nullable(z.string()),
      }),
    ),
  }),
  /** What an administrator asked for, while it is needed. */
  asked: z.nullable(z.string()),
});
export type Timeline = z.output<typeof Timeline>;

export const readTimeline = endpoint({
  name: 'readTimeline',
  summary: 'The dated history of an application of this browser, and what happens next',
  method: 'GET',
  path: '/api/applications/:id/story',
  access: anyone,
  params: ById,
  answer: Timeline,
});

export const correctApplication = endpoint({
  name: 'correctApplication',
  summary: 'Correct the details of a draft, or send the ones that we asked for',
  method: 'PUT',
  path: '/api/applications/:id',
  access: anyone,
  limit: 'draft',
  params: ById,
  body: z.object({ applicationData: ApplicationData }),
  answer: MessageAnswer,
});

export const stopMyPlan = endpoint({
  name: 'stopMyPlan',
  summary: 'Cancel the rest of a payment plan; payments made are not returned',
  method: 'POST',
  path: '/api/applications/:id/stop-plan',
  access: anyone,
  limit: 'draft',
  params: ById,
  answer: MessageAnswer,
});

export const payOffMyPlan = endpoint({
  name: 'payOffMyPlan',
  summary: 'Pay what is left of a payment plan at once; PayPal charges nothing more by itself',
  method: 'POST',
  path: '/api/applications/:id/pay-off',
  access: anyone,
  limit: 'draft',
  params: ById,
  /** The instalment that holds the rest. */
  answer: z.object({ message: z.string(), instalment: z.number() }),
});

export const payMyPlanMonthly = endpoint({
  name: 'payMyPlanMonthly',
  summary: 'Go back to monthly payments while the rest at once is not paid',
  method: 'POST',
  path: '/api/applications/:id/pay-monthly',
  access: anyone,
  limit: 'draft',
  params: ById,
  answer: MessageAnswer,
});
