import { gte } from 'drizzle-orm';
import { listOf } from '../../server/list.store.ts';
import { emailLogs } from './email.store.ts';

/** The send history as administrators search it. */
export const emailLogList = listOf({
  table: emailLogs,
  id: emailLogs.id,
  columns: {
    id: emailLogs.id,
    recipientEmail: emailLogs.recipientEmail,
    subject: emailLogs.subject,
    emailType: emailLogs.emailType,
    status: emailLogs.status,
    errorMessage: emailLogs.errorMessage,
    configType: emailLogs.configType,
    sentAt: emailLogs.sentAt,
  },
  sorts: { sentAt: emailLogs.sentAt, recipientEmail: emailLogs.recipientEmail },
  search: [emailLogs.recipientEmail, emailLogs.subject, emailLogs.errorMessage],
  status: emailLogs.status,
});

/** What was sent from a moment on, where it is given. */
export const emailLogsSince = (since: Date | undefined): typeof emailLogList =>
  since ? { ...emailLogList, where: gte(emailLogs.sentAt, since) } : emailLogList;
