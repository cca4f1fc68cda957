import type { ComponentType } from 'react';

/** A mail: its subject, which may name the mail's props or be chosen by them, its body, and props to look at it with. */
export interface MailTemplate<Props> {
  subject: string | ((props: Props) => string);
  Mail: ComponentType<Props>;
  /** Made-up people. Absent where an administrator writes the mail: those are previewed where they are written. */
  example?: Props;
  /** It confirms what someone bought or paid: carries the notice in full, all others in short (gaps.md §6). */
  isReceipt?: true;
  /** To administrators, and an answer reaches nobody unless the mail says otherwise. */
  isInternal?: true;
}

/** The mails of a feature: `Props` pairs the names of their templates, which are stored, with what they say. */
export type Mails<Props> = { readonly [Name in keyof Props]: MailTemplate<Props[Name]> };
