import * as z from 'zod/mini';
import { admin, adminWithRecentPassword, KEY_SCOPES } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ById, instant, line, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { KEY_DAYS } from './api-key.rules.ts';

const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters; they open nothing. */
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  owner: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
  }),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  lastUsedAt: z.nullable(instant),
});
export type ApiKey = z.output<typeof ApiKey>;

const NO_DAYS = words('Please choose for how long the key works, a year at most.');
const NO_SCOPE = words('Please choose at least one thing that the key may read.');

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary:
    'Make a key with which a program reads in the name of the caller (Authorization: Bearer); the answer is the only one that shows it. 403 for a scope that the caller does not hold, 409 beyond twenty keys',
  method: 'POST',
  path: '/api/admin/api-keys',
  access: adminWithRecentPassword('own:change'),
  body: z.strictObject({
    name: line({
      max: 60,
      message: words('The name must be one line of at most 60 characters.'),
      missing: words('Please say what the key is for.'),
    }),
    days: z.int(NO_DAYS).check(z.minimum(1, NO_DAYS), z.maximum(KEY_DAYS.most, NO_DAYS)),
    scopes: z
      .array(z.enum(KEY_SCOPES, NO_SCOPE), NO_SCOPE)
      .check(z.minLength(1, NO_SCOPE), z.maxLength(KEY_SCOPES.length, NO_SCOPE)),
  }),
  answer: z.object({ message: z.string(), key: z.string(), id: z.uuid() }),
  status: 201,
  isSecret: true,
});

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'The API keys of the caller, for owners of the site everybody’s, newest first',
  method: 'GET',
  path: '/api/admin/api-keys',
  access: admin('own:change'),
  answer: z.array(ApiKey),
});

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  summary: 'End an API key at once; 404 for one that is gone, or someone else’s to who is no owner',
  method: 'DELETE',
  path: '/api/admin/api-keys/:id',
  access: admin('own:change'),
  params: ById,
  answer: MessageAnswer,
});
