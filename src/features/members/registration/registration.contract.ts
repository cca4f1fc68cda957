import * as z from 'zod/mini';
import { anyone } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { Address, LoggedIn, memberName, NewPassword } from '../member.contract.ts';

export const Registration = z.strictObject({
  email: Address,
  firstName: memberName(words('First name is required')),
  lastName: memberName(words('Last name is required')),
  password: NewPassword,
});

export const registerMember = endpoint({
  name: 'registerMember',
  summary: 'Join as a member and be logged in',
  method: 'POST',
  path: '/api/auth/register',
  access: anyone,
  limit: 'public-form',
  body: Registration,
  answer: LoggedIn,
  status: 201,
});
