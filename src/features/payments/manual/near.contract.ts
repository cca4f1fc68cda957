import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ById, instant } from '../../../shared/schema.ts';
import { PAYMENT_STATUSES } from '../payment.rules.ts';

export const findNearMatches = endpoint({
  name: 'findNearMatches',
  summary:
    'Statement lines that could be the money of a claim, and claims with the same or nearly the same number',
  method: 'GET',
  path: '/api/admin/payments/:id/near',
  access: admin('payments:read'),
  params: ById,
  answer: z.object({
    lines: z.array(
      z.object({
        id: z.uuid(),
        bookedOn: z.string(),
        amount: z.string(),
        text: z.string(),
        fileName: z.string(),
        /** Sentences, the strongest first. */
        reasons: z.array(z.string()),
      }),
    ),
    claims: z.array(
      z.object({
        id: z.uuid(),
        applicationId: z.uuid(),
        reference: z.string(),
        name: z.string(),
        number: z.string(),
        amount: z.string(),
        status: z.enum(PAYMENT_STATUSES),
        /** The very same number, not one that reads like it. */
        isSame: z.boolean(),
        createdAt: instant,
      }),
    ),
  }),
});
