import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

export const readSecondFactorRule = endpoint({
  name: 'readSecondFactorRule',
  summary: 'Whether every administrator needs a second factor, and how many have none',
  method: 'GET',
  path: '/api/admin/second-factor-rule',
  access: admin('site:configure'),
  answer: z.object({
    isRequired: z.boolean(),
    /** Set by the server's operator (REQUIRE_ADMIN_2FA): it cannot be changed here. */
    isFixed: z.boolean(),
    /** Whether the caller has one. */
    hasOwn: z.boolean(),
    without: z.number(),
  }),
});

export const setSecondFactorRule = endpoint({
  name: 'setSecondFactorRule',
  summary:
    'Ask every administrator for a second factor, or no longer; who has none can then only set one up. 409 for a caller without one',
  method: 'PUT',
  path: '/api/admin/second-factor-rule',
  access: adminWithRecentPassword('site:configure'),
  body: z.strictObject({ isRequired: z.boolean(words('Please say whether it is required')) }),
  answer: MessageAnswer,
});
