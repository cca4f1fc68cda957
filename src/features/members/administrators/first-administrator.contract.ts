import * as z from 'zod/mini';
import { anyone } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { Address, LinkToken, LoggedIn, memberName, NewAdminPassword } from '../member.contract.ts';

const FirstAdmin = z.strictObject({
  token: LinkToken,
  email: Address,
  password: NewAdminPassword,
  firstName: z.optional(memberName(words('First name must be one line of at most 100 characters'))),
  lastName: z.optional(memberName(words('Last name must be one line of at most 100 characters'))),
});

export const checkFirstAdminLink = endpoint({
  name: 'checkFirstAdminLink',
  summary: 'Whether the one-time link that the start printed still creates an administrator',
  // What is in a query is in logs too.
  method: 'POST',
  path: '/api/auth/first-admin/check',
  access: anyone,
  limit: 'first-admin',
  body: z.strictObject({ token: LinkToken }),
  // Without a reason: no more than the form of the link reveals.
  answer: z.object({ usable: z.boolean() }),
});

export const createFirstAdmin = endpoint({
  name: 'createFirstAdmin',
  summary: 'Create the first administrator with the one-time link that the start printed',
  method: 'POST',
  path: '/api/auth/first-admin',
  access: anyone,
  limit: 'first-admin',
  body: FirstAdmin,
  answer: LoggedIn,
  status: 201,
});
