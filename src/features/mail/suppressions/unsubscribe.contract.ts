import * as z from 'zod/mini';
import { anyone } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { UNSUBSCRIBE_PAGE } from '../paths.rules.ts';

const Key = z.object({
  key: z.string(words('This link does not work')).check(z.minLength(1), z.maxLength(1000)),
});

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  summary: 'Send no more news to the address that the key of a bulk mail names, sealed',
  method: 'POST',
  path: '/api/unsubscribe',
  access: anyone,
  // RFC 8058: mail programs send it, without cookies and from no page of ours.
  oneClick: { page: UNSUBSCRIBE_PAGE },
  query: Key,
  answer: MessageAnswer,
});

export const resubscribe = endpoint({
  name: 'resubscribe',
  summary: 'Take back what unsubscribe did, with the same key',
  method: 'POST',
  path: '/api/unsubscribe/undo',
  access: anyone,
  query: Key,
  answer: MessageAnswer,
});
