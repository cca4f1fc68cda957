import * as z from 'zod/mini';
import { adminOrKey } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { listQuery } from '../../../shared/list.ts';
import { instant } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

export const LOG_STATUSES = ['success', 'failed'] as const;
export type LogStatus = (typeof LOG_STATUSES)[number];

/** LIST of the spans that the history is narrowed to: so many days back from now. */
export const LOG_DAYS = ['7', '30'] as const;

/** One mail that came to its end (specification §3). */
export const EmailLog = z.object({
  id: z.uuid(),
  recipientEmail: z.string(),
  subject: z.string(),
  /** What it was about; `test` only tried a configuration. */
  emailType: z.string(),
  status: z.enum(LOG_STATUSES),
  /** Of a failed one, in the server's words. */
  errorMessage: z.nullable(z.string()),
  /** The configuration that it left through, or `sandbox`. */
  configType: z.nullable(z.string()),
  sentAt: instant,
});
export type EmailLog = z.output<typeof EmailLog>;

export const listEmailLogs = endpoint({
  name: 'listEmailLogs',
  summary:
    'The send history, newest first; status narrows to success or failed, days to the last so many',
  method: 'GET',
  path: '/api/admin/email-logs',
  access: adminOrKey('mail:read'),
  query: z.extend(listQuery(['sentAt', 'recipientEmail']), {
    status: z.optional(z.enum(LOG_STATUSES, words('Choose success or failed'))),
    days: z.optional(z.enum(LOG_DAYS, words('Choose the last 7 or 30 days'))),
  }),
  answer: z.array(EmailLog),
});
