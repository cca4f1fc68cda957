import * as z from 'zod/mini';
import { anyone } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { PLANS } from '../../../../shared/plan.ts';
import { MessageAnswer } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { TRANSFER_RAILS } from './transfer.rules.ts';

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
