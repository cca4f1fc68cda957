import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { listQuery } from '../../shared/list.ts';
import { ById, instant, MessageAnswer } from '../../shared/schema.ts';
import { WEBHOOK_EVENTS } from '../../shared/webhooks/events.ts';
import { words } from '../../shared/words.ts';
import { DELIVERY_STATES } from './webhook.rules.ts';

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  summary: 'What was sent to endpoints in the last 30 days, newest first',
  method: 'GET',
  path: '/api/admin/webhook-deliveries',
  access: admin('site:configure'),
  query: z.extend(listQuery(['createdAt']), {
    status: z.optional(z.enum(DELIVERY_STATES, words('This status does not exist'))),
  }),
  answer: z.array(
    z.object({
      /** The `webhook-id` under which it was sent. */
      id: z.uuid(),
      endpointId: z.uuid(),
      type: z.enum(WEBHOOK_EVENTS),
      objectId: z.uuid(),
      createdAt: instant,
      state: z.enum(DELIVERY_STATES),
      attempts: z.int(),
      attemptedAt: z.nullable(instant),
      nextAttemptAt: z.nullable(instant),
      /** The HTTP status of the last answer; null without one. */
      status: z.nullable(z.int()),
      /** Why the last attempt failed, for a person who runs the receiver. */
      error: z.nullable(z.string()),
    }),
  ),
});
export type Delivery = AnswerOf<typeof listWebhookDeliveries>[number];

export const resendWebhook = endpoint({
  name: 'resendWebhook',
  summary:
    'Send an event again, now, under the same webhook-id; 409 while it is being sent. It begins its attempts anew',
  method: 'POST',
  path: '/api/admin/webhook-deliveries/:id/send',
  access: adminWithRecentPassword('site:configure'),
  params: ById,
  answer: MessageAnswer,
});
