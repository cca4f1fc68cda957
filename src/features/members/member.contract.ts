import * as z from 'zod/mini';
import { email, ifGiven, instant, line } from '../../shared/schema.ts';
import { shownName } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';

/** The user as their own browser sees them (specification §3); never extended. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  createdAt: instant,
});

export const LoggedIn = z.object({ user: User, message: z.string() });

export const Address = email(words('Please enter a valid email address'));

/** What follows `#key=` in a mailed link. */
export const LinkToken = z.string().check(z.minLength(1), z.maxLength(100));

/** A limit keeps hashing cheap to refuse. */
const longestPassword = z.maxLength(200, words('Password must be at most 200 characters'));
const noPassword = words('Please enter a password.');
const tooShort = words('Password must be at least 6 characters');

/** A password being chosen. PASSWORD_MIN_LENGTH and the common ones are the server's to refuse. */
export const NewPassword = z
  .string(noPassword)
  .check(
    z.minLength(1, { error: noPassword, abort: true }),
    z.minLength(6, tooShort),
    longestPassword,
  );

/** One that an administrator chooses behind a link: it guards more. */
export const NewAdminPassword = NewPassword.check(
  z.minLength(12, words('Password must be at least 12 characters')),
);

/** A password that is compared, whatever its length was when it was chosen. */
export const currentPassword = (missing = words('Please enter your password.')) =>
  z.string(missing).check(z.minLength(1, missing), longestPassword);

export const FactorCode = z
  .string(words('Please enter the code.'))
  .check(
    z.trim(),
    z.minLength(1, words('Please enter the code.')),
    z.maxLength(40, words('The code is incorrect.')),
  );

/**
 * What a login takes beside the password when the account has a second factor: six digits of the
 * authenticator app or a recovery code, in the same field. Without it such an account answers 403
 * `{message, reason: 'second-factor', methods}` (SECOND_FACTORS of second-factor.rules); a wrong one
 * answers 400 with `fields.code`.
 */
export const SecondFactorCode = ifGiven(FactorCode);

/** The body of a link that gives an account an address: the mail may have reached a stranger to the account. */
export const LinkHolder = z.strictObject({
  token: LinkToken,
  /** Of the account; not needed in a browser that is logged in to it. */
  password: z.optional(currentPassword()),
});

/** Others read a name beside its member's messages: it may hide nothing and turn no text around it. */
export const memberName = (missing: string) =>
  line({ max: 100, message: missing }).check(
    z.refine(
      (text) => shownName({ firstName: text, lastName: null }) === text,
      words('Please type this name again. It contains invisible characters.'),
    ),
  );
