import { createContext, useContext } from 'react';
import type { MailOptions } from '../../../shared/mail.ts';

export const MailOptionsContext = createContext<MailOptions | undefined>(undefined);

/** Where the site is and in which language the mail is written. */
export function useMailOptions(): MailOptions {
  const options = useContext(MailOptionsContext);
  if (!options) throw new Error('A mail is rendered by renderMail, which gives it its options.');
  return options;
}
