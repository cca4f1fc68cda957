/** Where a person reads what is written to the campaign: on the site, and where answers to our mails go. */
export const CONTACT_ADDRESS = 'hello@oneafricapassport.org';

/** An email address in small letters: ASCII, no quoted local part (security.md §1.10). */
export const EMAIL_ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Misplaced dots, which the grammar above lets pass. */
export const MISPLACED_DOT = /^\.|\.\.|\.@/;

/** Whether a link may be made of what someone wrote as an email address. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && EMAIL_ADDRESS.test(text.toLowerCase()) && !MISPLACED_DOT.test(text);
