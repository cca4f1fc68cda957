import { createContext, useContext } from 'react';
import { inLanguage } from '../../../shared/language.ts';
import type { MailOptions } from '../../../shared/mail.ts';
import { useLanguage } from '../../../web/words.tsx';
import type { MailTemplate } from './template.mail.tsx';

interface Rendered extends MailOptions {
  template: Pick<MailTemplate<never>, 'isReceipt' | 'isInternal'>;
}

export const MailOptionsContext = createContext<Rendered | undefined>(undefined);

/** Where the site is, whose it is, in which language the mail is written, and what kind of mail it is. */
export function useMailOptions(): Rendered {
  const options = useContext(MailOptionsContext);
  if (!options) throw new Error('A mail is rendered by renderMail, which gives it its options.');
  return options;
}

/** Whole addresses of our own pages, which open in the language of the mail. */
export function useHref(): (path: string) => string {
  const { publicUrl } = useMailOptions();
  const language = useLanguage();
  return (path) => `${publicUrl}${inLanguage(path, language)}`;
}
