import * as z from 'zod/mini';
import { anyone, member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { Address, LoggedIn, NewPassword, SecondFactorCode } from '../member.contract.ts';

export const Login = z.strictObject({
  email: Address,
  password: NewPassword,
  code: SecondFactorCode,
});

export const logIn = endpoint({
  name: 'logIn',
  summary:
    'Log in with email and password; 403 with reason second-factor when a code is needed too',
  method: 'POST',
  path: '/api/auth/login',
  access: anyone,
  limit: 'login-address',
  body: Login,
  answer: LoggedIn,
});

export const reauthenticate = endpoint({
  name: 'reauthenticate',
  summary:
    'Give the password, and the code where one is in use, again for acts that ask for a recent one',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: member,
  body: z.strictObject({ password: NewPassword, code: SecondFactorCode }),
  answer: MessageAnswer,
});
