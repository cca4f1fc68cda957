import { member } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { Said } from '../../shared/schema.ts';

/** By itself: pages that know nothing else of an account offer it. */
export const sendVerification = endpoint({
  name: 'sendVerification',
  summary:
    'Mail the link that proves the address once more; 429 with Retry-After when asked again soon',
  method: 'POST',
  path: '/api/account/verification',
  access: member,
  answer: Said,
});
