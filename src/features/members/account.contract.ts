import * as z from 'zod/mini';
import { anyone, member } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { ById, email, instant, Said } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { NewPassword } from './member.contract.ts';

const address = email(words('Please enter a valid email address'));

/** What stands behind `#key=` of a link in a mail. */
const token = z.string().check(z.minLength(1), z.maxLength(100));

/** A password that is compared: whatever its length was when it was chosen. */
const GivenPassword = z
  .string(words('Please enter your password.'))
  .check(
    z.minLength(1, words('Please enter your password.')),
    z.maxLength(200, words('Password must be at most 200 characters')),
  );

/** Who opens a link that gives an account an address, which may have been mailed to a stranger to that account. */
const LinkHolder = z.strictObject({
  token,
  /** Of the account; not needed in a browser that is logged in to it. */
  password: z.optional(GivenPassword),
});

export const readAccount = endpoint({
  name: 'readAccount',
  summary: 'The account of the caller: address, what protects it, how it is written to',
  method: 'GET',
  path: '/api/account',
  access: member,
  answer: z.object({
    email: z.string(),
    isVerified: z.boolean(),
    /** The address that a link was sent to and that is not confirmed yet. */
    pendingEmail: z.nullable(z.string()),
    /** Whether a digest of unread messages is mailed. */
    messageMail: z.boolean(),
    /** In which every mail to the member is written. */
    mailLanguage: z.enum(LANGUAGES),
    createdAt: instant,
    /** Such an account cannot be deleted: nobody could give a role to anybody any more. */
    isLastOwner: z.boolean(),
    secondFactor: z.object({
      /** Whether an authenticator app is asked for a code. */
      totp: z.boolean(),
      passkeys: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          createdAt: instant,
          lastUsedAt: z.nullable(instant),
        }),
      ),
      recoveryCodesLeft: z.number(),
    }),
  }),
});

export type OwnAccount = AnswerOf<typeof readAccount>;

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  summary:
    'Prove the address with the link that was mailed to it (7 days, once); 400 for a dead link, 403 with reason password where the browser is not logged in to the account and its password is missing or wrong',
  method: 'POST',
  path: '/api/auth/verify',
  access: anyone,
  limit: 'account-link',
  body: LinkHolder,
  answer: Said,
});

export const requestReset = endpoint({
  name: 'requestReset',
  summary:
    'Mail a link for a new password; the answer never says whether the address has an account',
  method: 'POST',
  path: '/api/auth/reset',
  access: anyone,
  limit: 'password-reset',
  body: z.strictObject({ email: address }),
  answer: Said,
});

export const finishReset = endpoint({
  name: 'finishReset',
  summary:
    'Choose a new password with the mailed link (1 hour, once); ends every session; 400 for a dead link',
  method: 'POST',
  path: '/api/auth/reset/finish',
  access: anyone,
  limit: 'account-link',
  body: z.strictObject({ token, password: NewPassword }),
  answer: Said,
});

export const disownChange = endpoint({
  name: 'disownChange',
  summary:
    'Lock the account with the link “It was not me” of a mail about a change (3 days, once): ends every session and the password, takes off what was added since, mails a link for a new password; 400 for a dead link',
  method: 'POST',
  path: '/api/auth/not-me',
  access: anyone,
  limit: 'account-link',
  body: z.strictObject({ token }),
  answer: Said,
});

export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  summary:
    'Mail a link to the new address; the old one stays in use, and is told, until the link is used',
  method: 'POST',
  path: '/api/account/email',
  access: member,
  body: z.strictObject({ email: address, password: GivenPassword }),
  answer: Said,
});

export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  summary:
    'Take the new address with the link that was mailed to it (24 hours, once); 400 for a dead link, 403 with reason password as for verifyEmail',
  method: 'POST',
  path: '/api/auth/email',
  access: anyone,
  limit: 'account-link',
  body: LinkHolder,
  answer: Said,
});

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  summary: 'Forget the new address that is not confirmed yet; also answers when there is none',
  method: 'DELETE',
  path: '/api/account/email',
  access: member,
  answer: Said,
});

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Choose a new password; ends every other session',
  method: 'PUT',
  path: '/api/account/password',
  access: member,
  body: z.strictObject({ currentPassword: GivenPassword, newPassword: NewPassword }),
  answer: Said,
});

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  summary: 'The browsers that are logged in to the account of the caller, the last seen first',
  method: 'GET',
  path: '/api/account/sessions',
  access: member,
  answer: z.array(
    z.object({
      id: z.uuid(),
      /** Written out by `sayDevice` of device.rules. */
      device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
      createdAt: instant,
      lastSeenAt: instant,
      isCurrent: z.boolean(),
    }),
  ),
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'Log one of the own browsers out; for the one that asks, log out instead (409)',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: member,
  params: ById,
  answer: Said,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Log every other browser out',
  method: 'POST',
  path: '/api/account/sessions/end-others',
  access: member,
  answer: Said,
});

export const setMessageMail = endpoint({
  name: 'setMessageMail',
  summary: 'Whether a digest of unread messages is mailed',
  method: 'PUT',
  path: '/api/account/mail',
  access: member,
  body: z.strictObject({ messageMail: z.boolean() }),
  answer: Said,
});

export const setMailLanguage = endpoint({
  name: 'setMailLanguage',
  summary: 'In which language mails to the caller are written; registering took that of the page',
  method: 'PUT',
  path: '/api/account/mail-language',
  access: member,
  body: z.strictObject({
    language: z.enum(LANGUAGES, words('Please choose a language from the list')),
  }),
  answer: Said,
});

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  summary:
    'Delete the own account for good; 403 with reason second-factor when a code is needed too',
  method: 'POST',
  path: '/api/account/delete',
  access: member,
  body: z.strictObject({
    password: GivenPassword,
    /** Of the authenticator app, or a recovery code. */
    code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  }),
  answer: Said,
});

/** What `?as=` may be, and what the file is called. */
export const EXPORT_FORMS = ['json', 'html'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

export const exportAccount = endpoint({
  name: 'exportAccount',
  summary: 'Everything that we keep about the caller, as a file',
  method: 'GET',
  path: '/api/account/export',
  // An open browser that somebody left alone must not hand everything out at once.
  access: { who: 'member', recent: true },
  query: z.object({ as: z._default(z.enum(EXPORT_FORMS), 'json') }),
  answer: 'file',
});
