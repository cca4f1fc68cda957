import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { ById, instant, line, MessageAnswer } from '../../shared/schema.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FIELDS } from '../../shared/webhooks/events.ts';
import { words } from '../../shared/words.ts';
import { endpointAddress } from './webhook.rules.ts';

export const BAD_ENDPOINT = words(
  'Enter an address that starts with https:// and contains no user name or password, such as https://example.org/webhook.',
);
const NO_EVENT = words('Choose at least one event.');
const UNKNOWN_FIELD = words('This cannot be sent.');

const url = z.pipe(
  line({ max: 500, message: BAD_ENDPOINT }).check(
    z.refine((text) => endpointAddress(text) !== undefined, BAD_ENDPOINT),
  ),
  z.transform((text: string) => endpointAddress(text) ?? text),
);

const settings = {
  url,
  events: z
    .array(z.enum(WEBHOOK_EVENTS, NO_EVENT), NO_EVENT)
    .check(z.minLength(1, NO_EVENT), z.maxLength(WEBHOOK_EVENTS.length, NO_EVENT)),
  /** What is sent besides ids; nothing when left out. */
  fields: z._default(
    z
      .array(z.enum(WEBHOOK_FIELDS, UNKNOWN_FIELD), UNKNOWN_FIELD)
      .check(z.maxLength(WEBHOOK_FIELDS.length, UNKNOWN_FIELD)),
    [],
  ),
};

const WebhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  fields: z.array(z.enum(WEBHOOK_FIELDS)),
  isPaused: z.boolean(),
  createdAt: instant,
  /** Events that have not arrived yet, and those that were given up. */
  waiting: z.int(),
  failed: z.int(),
});

export const listWebhookEndpoints = endpoint({
  name: 'listWebhookEndpoints',
  summary: 'Where events are sent to, oldest first, without the signing secrets',
  method: 'GET',
  path: '/api/admin/webhooks',
  access: admin('site:configure'),
  answer: z.array(WebhookEndpoint),
});
export type Endpoint = AnswerOf<typeof listWebhookEndpoints>[number];

/** The secret leaves here and never again. */
const WithSecret = z.extend(MessageAnswer, { id: z.uuid(), secret: z.string() });

export const createWebhookEndpoint = endpoint({
  name: 'createWebhookEndpoint',
  summary:
    'Send events to an address from now on; answers the signing secret once. 409 for an address that is there already, and beyond ten',
  method: 'POST',
  path: '/api/admin/webhooks',
  access: adminWithRecentPassword('site:configure'),
  body: z.strictObject(settings),
  answer: WithSecret,
  status: 201,
});

export const changeWebhookEndpoint = endpoint({
  name: 'changeWebhookEndpoint',
  summary: 'Change where events are sent, which, and with what, or pause it: meanwhile they wait',
  method: 'PUT',
  path: '/api/admin/webhooks/:id',
  access: adminWithRecentPassword('site:configure'),
  params: ById,
  body: z.strictObject({
    ...settings,
    isPaused: z.boolean(words('Say whether it is paused: true or false.')),
  }),
  answer: MessageAnswer,
});

export const replaceWebhookSecret = endpoint({
  name: 'replaceWebhookSecret',
  summary: 'Make a new signing secret, answered once; the old one is no longer used',
  method: 'POST',
  path: '/api/admin/webhooks/:id/secret',
  access: adminWithRecentPassword('site:configure'),
  params: ById,
  answer: WithSecret,
});

export const deleteWebhookEndpoint = endpoint({
  name: 'deleteWebhookEndpoint',
  summary: 'Send nothing to an address any more; its log goes with it',
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  access: adminWithRecentPassword('site:configure'),
  params: ById,
  answer: MessageAnswer,
});
