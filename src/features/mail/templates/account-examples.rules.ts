import type { AccountMailProps } from '../account-mails.contract.ts';

/** What each mail about an account is told, as an example and for tests that draw them all. */
export function accountMails({ name }: { name: string }): AccountMailProps {
  const deed = {
    name,
    when: '2026-11-21T03:42:00.000Z',
    device: { browser: 'Chrome', system: 'Android' },
  };
  const notMeUrl = 'https://one.example/account/not-me#key=k';
  const newEmail = 'awa@example.sn';
  return {
    welcome: { name, firstName: name, verifyUrl: 'https://one.example/account/verify#key=k' },
    'verify-email': { name, verifyUrl: 'https://one.example/account/verify#key=k' },
    'password-reset': { ...deed, resetUrl: 'https://one.example/account/reset#key=k' },
    'password-changed': { ...deed, notMeUrl },
    'email-change-link': { name, confirmUrl: 'https://one.example/account/email#key=k' },
    'email-change-asked': { ...deed, newEmail, notMeUrl },
    'email-changed-from': { ...deed, newEmail, notMeUrl },
    'email-changed-to': deed,
    'sign-in': { ...deed, notMeUrl },
    'account-deleted': deed,
    'account-suspended': { name, reason: name },
    'account-restored': { name },
    'member-warned': { name, words: name },
    'administrator-changed': {
      name,
      member: newEmail,
      changedBy: 'boss@example.sn',
      isAdmin: true,
      was: 'viewer',
      role: 'finance',
      when: deed.when,
    },
  };
}
