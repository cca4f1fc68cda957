import type { MailTemplate } from '../features/mail/frame/template.mail.tsx';
import { type MailProps, mails } from './mails.ts';

/** The example of every mail, with the values of some props replaced. A mail without an example has no props. */
export function exampleProps(replaced: Record<string, string>): MailProps {
  const templates = Object.entries(mails) as [string, MailTemplate<object>][];
  return Object.fromEntries(
    templates.map(([name, { example = {} }]) => [
      name,
      Object.fromEntries(
        Object.entries(example).map(([prop, value]) => [prop, replaced[prop] ?? value]),
      ),
    ]),
  ) as MailProps;
}
