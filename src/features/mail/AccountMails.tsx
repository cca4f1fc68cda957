import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import type { AccountMailProps } from './account-mails.contract.ts';
import { AccountDeleted, PasswordChanged, SignIn } from './mails/AccountNotice.tsx';
import { EmailChangeAsked, EmailChangedFrom, EmailChangedTo } from './mails/EmailChange.tsx';
import { EmailChangeLink, PasswordReset, VerifyEmail } from './mails/AccountLink.tsx';
import { Welcome } from './mails/Welcome.tsx';
import { MODERATION_MAILS } from './ModerationMails.tsx';

/** The mails about a member's account. */
export const ACCOUNT_MAILS: {
  [T in keyof AccountMailProps]: { subject: string; Mail: ComponentType<AccountMailProps[T]> };
} = {
  welcome: { subject: words('Welcome to One Africa Passport'), Mail: Welcome },
  'verify-email': { subject: words('Confirm your email address'), Mail: VerifyEmail },
  'password-reset': { subject: words('Choose a new password'), Mail: PasswordReset },
  'password-changed': { subject: words('Your password has been changed'), Mail: PasswordChanged },
  'email-change-link': { subject: words('Confirm your new email address'), Mail: EmailChangeLink },
  'email-change-asked': {
    subject: words('Is your email address to be changed?'),
    Mail: EmailChangeAsked,
  },
  'email-changed-from': {
    subject: words('Your email address has been changed'),
    Mail: EmailChangedFrom,
  },
  'email-changed-to': {
    subject: words('This is your email address with us now'),
    Mail: EmailChangedTo,
  },
  'sign-in': { subject: words('A new browser has logged in to your account'), Mail: SignIn },
  'account-deleted': { subject: words('Your account is deleted'), Mail: AccountDeleted },
  ...MODERATION_MAILS,
};
