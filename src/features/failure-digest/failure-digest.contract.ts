import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { MessageAnswer } from '../../shared/schema.ts';

export const readFailureDigest = endpoint({
  name: 'readFailureDigest',
  summary: 'Whether what failed is mailed once a day',
  method: 'GET',
  path: '/api/admin/failure-digest',
  access: admin('mail:read'),
  answer: z.object({ isOn: z.boolean() }),
});

export const switchFailureDigest = endpoint({
  name: 'switchFailureDigest',
  summary: 'Mail what failed once a day, or do not',
  method: 'PUT',
  path: '/api/admin/failure-digest',
  access: adminWithRecentPassword('mail:configure'),
  body: z.strictObject({ isOn: z.boolean() }),
  answer: MessageAnswer,
});
