import * as z from 'zod/mini';
import { anyone, member, PERMISSIONS } from '../../shared/access.ts';
import { ROLES } from '../../shared/roles.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { email, instant, line, Said } from '../../shared/schema.ts';
import { shownName } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { SecondFactorCode } from './second-factor.contract.ts';

/** The user as their own browser sees them (specification §3); never extended. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  createdAt: instant,
});

/** Nobody types more; a limit keeps hashing cheap to refuse. */
const longestPassword = 200;

const password = (tooShort: string) =>
  z
    .string(tooShort)
    .check(
      z.minLength(6, tooShort),
      z.maxLength(longestPassword, words('Password must be at most 200 characters')),
    );

/** A password being chosen. PASSWORD_MIN_LENGTH and the common ones are the server's to refuse. */
export const NewPassword = password(words('Password must be at least 6 characters'));

const loginEmail = email(words('Please enter a valid email address'));

/** A name is shown to others beside their words: nothing in it may hide, or turn what stands around it. */
export const memberName = (missing: string) =>
  line({ max: 100, message: missing }).check(
    z.refine(
      (text) => shownName({ firstName: text, lastName: null }) === text,
      words('Please type this name again: it holds signs that nobody can see.'),
    ),
  );

export const Login = z.strictObject({
  email: loginEmail,
  password: NewPassword,
  code: SecondFactorCode,
});

export const Registration = z.strictObject({
  email: loginEmail,
  firstName: memberName(words('First name is required')),
  lastName: memberName(words('Last name is required')),
  password: NewPassword,
});

const FirstAdmin = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(100)),
  email: loginEmail,
  password: NewPassword,
  firstName: z.optional(memberName(words('First name must be one line of at most 100 characters'))),
  lastName: z.optional(memberName(words('Last name must be one line of at most 100 characters'))),
});

export const LoggedIn = z.object({ user: User, message: z.string() });

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

export const logOut = endpoint({
  name: 'logOut',
  summary: 'End this session; also answers when there is none, 409 to the page of another account',
  method: 'POST',
  path: '/api/auth/logout',
  access: anyone,
  answer: Said,
});

export const whoAmI = endpoint({
  name: 'whoAmI',
  summary: 'The logged-in user; 401 when logged out',
  method: 'GET',
  path: '/api/auth/user',
  access: member,
  answer: User,
});

export const showSession = endpoint({
  name: 'showSession',
  summary: 'Who is logged in, what they may do, and whether their password is recent',
  method: 'GET',
  path: '/api/auth/session',
  access: anyone,
  answer: z.object({
    user: z.nullable(User),
    permissions: z.array(z.enum(PERMISSIONS)),
    /** An administrator's; null for a member. */
    role: z.nullable(z.enum(ROLES)),
    /** Whether acts that ask for a recent password are open now. */
    recent: z.boolean(),
    /** Whether they have proved to hold their address. */
    isVerified: z.boolean(),
    /** Letters that they have not read. */
    unread: z.number(),
    /** An administrator who must set up a second factor before they may do anything (REQUIRE_ADMIN_2FA). */
    mustSetUpSecondFactor: z.boolean(),
  }),
});

export const reauthenticate = endpoint({
  name: 'reauthenticate',
  summary:
    'Give the password, and the code where one is in use, again for acts that ask for a recent one',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: member,
  body: z.strictObject({ password: NewPassword, code: SecondFactorCode }),
  answer: Said,
});

export const checkFirstAdminLink = endpoint({
  name: 'checkFirstAdminLink',
  summary: 'Whether the one-time link that the start printed still creates an administrator',
  method: 'GET',
  path: '/api/auth/first-admin',
  access: anyone,
  limit: 'first-admin',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  // Not why: nobody learns more than the form behind the link would tell.
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
