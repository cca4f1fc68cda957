import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../shared/access.ts';
import { ROLES } from '../../../shared/roles.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { email, ifGiven, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { currentPassword, memberName } from '../member.contract.ts';

const BAD_ADDRESS = words('Please enter a valid email address');

/** What the contracts say of an input that is empty (specification §5). */
export const USERNAME_MISSING = words('Please enter a new username.');
export const PASSWORDS_MISSING = words('Please fill in all password fields.');
export const ADMIN_MISSING = words('Email and password are required');

/** … and of a password that is too short. */
export const NEW_PASSWORD_SHORT = words('New password must be at least 6 characters long.');
export const ADMIN_PASSWORD_SHORT = words('Password must be at least 6 characters long.');

const chosen = (missing: string, short: string) =>
  currentPassword(missing).check(z.minLength(6, short));

/** The names of an administrator, which may be left out. */
export const OPTIONAL_NAMES = {
  firstName: ifGiven(memberName(words('First name must be one line of at most 100 characters'))),
  lastName: ifGiven(memberName(words('Last name must be one line of at most 100 characters'))),
};

export const changeUsername = endpoint({
  name: 'changeUsername',
  summary:
    'Mail a link to a new address to log in with; the old one stays in use, and is notified, until the link is used. 409 for an address that has an account',
  method: 'PUT',
  path: '/api/admin/change-username',
  access: adminWithRecentPassword('own:change'),
  body: z.strictObject({ newUsername: email(BAD_ADDRESS, USERNAME_MISSING) }),
  answer: MessageAnswer,
});

export const changeAdminPassword = endpoint({
  name: 'changeAdminPassword',
  summary: 'Choose a new password; ends every other session of the administrator',
  method: 'PUT',
  path: '/api/admin/change-password',
  access: adminWithRecentPassword('own:change'),
  body: z.strictObject({
    currentPassword: currentPassword(PASSWORDS_MISSING),
    newPassword: chosen(PASSWORDS_MISSING, NEW_PASSWORD_SHORT),
  }),
  answer: MessageAnswer,
});

export const createAdmin = endpoint({
  name: 'createAdmin',
  summary:
    'Create an administrator, an owner when no role is named; every owner is notified. 409 with the id of the account where the address has one: that gets its role with setUserRole',
  method: 'POST',
  path: '/api/admin/create-admin',
  access: adminWithRecentPassword('users:grant'),
  body: z.strictObject({
    email: email(BAD_ADDRESS, ADMIN_MISSING),
    password: chosen(ADMIN_MISSING, ADMIN_PASSWORD_SHORT),
    ...OPTIONAL_NAMES,
    role: z.optional(z.enum(ROLES, words('Please choose a role'))),
  }),
  answer: MessageAnswer,
  status: 201,
});
