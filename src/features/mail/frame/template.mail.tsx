import type { ComponentType } from 'react';

/** A mail: its subject, which may name the mail's props, its body, and props to look at it with. */
export interface MailTemplate<Props> {
  subject: string;
  Mail: ComponentType<Props>;
  /** Made-up people. Absent where an administrator writes the mail: those are previewed where they are written. */
  example?: Props;
}

/** The mails of a feature: `Props` pairs the names of their templates, which are stored, with what they say. */
export type Mails<Props> = { readonly [Name in keyof Props]: MailTemplate<Props[Name]> };
