import * as z from 'zod/mini';
import { admin, recentAdmin } from '../../../shared/access.ts';
import { ROLES } from '../../../shared/roles.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { email, ifGiven, Said } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { memberName } from '../member.contract.ts';

const BAD_ADDRESS = words('Please enter a valid email address');

/** What the contracts say of an input that is empty (specification §5). */
export const USERNAME_MISSING = words('Please enter a new username.');
export const PASSWORDS_MISSING = words('Please fill in all password fields.');
export const ADMIN_MISSING = words('Email and password are required');

/** … and of a password that is too short. */
export const NEW_PASSWORD_SHORT = words('New password must be at least 6 characters long.');
export const ADMIN_PASSWORD_SHORT = words('Password must be at least 6 characters long.');

/** A password that is compared: whatever its length was when it was chosen. */
const given = (missing: string) =>
  z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.maxLength(200, words('Password must be at most 200 characters')),
    );

const chosen = (missing: string, short: string) => given(missing).check(z.minLength(6, short));

export const changeUsername = endpoint({
  name: 'changeUsername',
  summary:
    'Mail a link to a new address to log in with; the old one stays in use, and is told, until the link is used. 409 for an address that has an account',
  method: 'PUT',
  path: '/api/admin/change-username',
  access: recentAdmin('own:change'),
  body: z.strictObject({ newUsername: email(BAD_ADDRESS, USERNAME_MISSING) }),
  answer: Said,
});

export const changeAdminPassword = endpoint({
  name: 'changeAdminPassword',
  summary: 'Choose a new password; ends every other session of the administrator',
  method: 'PUT',
  path: '/api/admin/change-password',
  access: recentAdmin('own:change'),
  body: z.strictObject({
    currentPassword: given(PASSWORDS_MISSING),
    newPassword: chosen(PASSWORDS_MISSING, NEW_PASSWORD_SHORT),
  }),
  answer: Said,
});

export const readSecondFactorRule = endpoint({
  name: 'readSecondFactorRule',
  summary: 'Whether every administrator needs a second factor, and how many have none',
  method: 'GET',
  path: '/api/admin/second-factor-rule',
  access: admin('site:configure'),
  answer: z.object({
    isRequired: z.boolean(),
    /** By who runs the server (REQUIRE_ADMIN_2FA): nobody changes it here. */
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
  access: recentAdmin('site:configure'),
  body: z.strictObject({ isRequired: z.boolean(words('Please say whether it is required')) }),
  answer: Said,
});

export const createAdmin = endpoint({
  name: 'createAdmin',
  summary:
    'Create an administrator, an owner when no role is named; every owner is told. 409 with the id of the account where the address has one: that gets its role with setUserRole',
  method: 'POST',
  path: '/api/admin/create-admin',
  access: recentAdmin('users:grant'),
  body: z.strictObject({
    email: email(BAD_ADDRESS, ADMIN_MISSING),
    password: chosen(ADMIN_MISSING, ADMIN_PASSWORD_SHORT),
    firstName: ifGiven(memberName(words('First name must be one line of at most 100 characters'))),
    lastName: ifGiven(memberName(words('Last name must be one line of at most 100 characters'))),
    role: z.optional(z.enum(ROLES, words('Please choose a role'))),
  }),
  answer: Said,
  status: 201,
});
