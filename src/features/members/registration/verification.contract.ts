import { anyone, member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { LinkHolder } from '../member.contract.ts';

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  summary:
    'Prove the address with the link that was mailed to it (7 days, once); 400 for a dead link, 403 with reason password where the browser is not logged in to the account and its password is missing or wrong',
  method: 'POST',
  path: '/api/auth/verify',
  access: anyone,
  limit: 'account-link',
  body: LinkHolder,
  answer: MessageAnswer,
});

export const sendVerification = endpoint({
  name: 'sendVerification',
  summary:
    'Mail the link that proves the address once more; 429 with Retry-After when asked again soon',
  method: 'POST',
  path: '/api/account/verification',
  access: member,
  answer: MessageAnswer,
});
