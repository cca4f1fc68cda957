import { isKeyOf } from '../../../shared/record.ts';
import { words } from '../../../shared/words.ts';
import type { ConfigType } from '../mail.rules.ts';

/** The only server that the Gmail configuration speaks to (specification §9, gaps.md §2). */
export const GMAIL = { smtpHost: 'smtp.gmail.com', smtpPort: 587 } as const;

/** The ports of mail submission; 25 is for servers among themselves and would make us a relay (security.md §1.11). */
export const SUBMISSION_PORTS: readonly number[] = [465, 587, 2525];

/** How people call a configuration (specification §2). */
export const CONFIG_LABELS: Readonly<Record<ConfigType, string>> = {
  email_gmail: words('Gmail'),
  email_alternative: words('Alternative'),
};

/** Said where a field of a configuration is missing (specification §5). */
export const MISSING: Readonly<Record<ConfigType, string>> = {
  email_gmail: words('Please fill in all Gmail configuration fields.'),
  email_alternative: words('Please fill in all alternative SMTP configuration fields.'),
};

/** Said where one is to become active that was never saved (specification §8). */
export const NOT_SAVED: Readonly<Record<ConfigType, string>> = {
  email_gmail: words('Please save the Gmail configuration first before activating it.'),
  email_alternative: words('Please save the Alternative configuration first before activating it.'),
};

/** RFC 1123: labels of letters, digits and hyphens. IPv4 addresses look the same; where they lead is checked at connection. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text);

/** Of a configuration in the history: one of the two, or the sandbox. */
export const configLabel = (type: string): string =>
  isKeyOf(CONFIG_LABELS, type) ? CONFIG_LABELS[type] : words('Sandbox');
