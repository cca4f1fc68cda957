import * as z from 'zod/mini';
import { anyone, member } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { Address, currentPassword, LinkHolder, LinkToken } from '../member.contract.ts';

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
    /** Such an account cannot be deleted: no one could assign roles any more. */
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

export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  summary:
    'Mail a link to the new address; the old one stays in use, and is notified, until the link is used',
  method: 'POST',
  path: '/api/account/email',
  access: member,
  body: z.strictObject({ email: Address, password: currentPassword() }),
  answer: MessageAnswer,
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
  answer: MessageAnswer,
});

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  summary: 'Forget the new address that is not confirmed yet; also answers when there is none',
  method: 'DELETE',
  path: '/api/account/email',
  access: member,
  answer: MessageAnswer,
});

export const disownChange = endpoint({
  name: 'disownChange',
  summary:
    'Lock the account with the link “It was not me” of a mail about a change (3 days, once): ends every session and the password, takes off what was added since, mails a link for a new password; 400 for a dead link',
  method: 'POST',
  path: '/api/auth/not-me',
  access: anyone,
  limit: 'account-link',
  body: z.strictObject({ token: LinkToken }),
  answer: MessageAnswer,
});

export const setMessageMail = endpoint({
  name: 'setMessageMail',
  summary: 'Whether a digest of unread messages is mailed',
  method: 'PUT',
  path: '/api/account/mail',
  access: member,
  body: z.strictObject({ messageMail: z.boolean() }),
  answer: MessageAnswer,
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
  answer: MessageAnswer,
});

/** What `?as=` may be, and what the file is called. */
export const EXPORT_FORMS = ['json', 'html'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

export const exportAccount = endpoint({
  name: 'exportAccount',
  summary: 'Everything that we keep about the caller, as a file',
  method: 'GET',
  path: '/api/account/export',
  // An unattended browser must not give everything away at once.
  access: { who: 'member', recent: true },
  query: z.object({ as: z._default(z.enum(EXPORT_FORMS), 'json') }),
  answer: 'file',
});
