import type { Database } from '../../../server/database/database.ts';
import {
  type DataSubject,
  dataPart,
  type PersonalDataSource,
  type Row,
} from '../../../server/personal-data.ts';
import { words } from '../../../shared/words.ts';
import { listEmailLogsTo } from './email-log.store.ts';

/** Mails from before the address was confirmed may have been sent to another person who had it then. */
async function mailRows(db: Database, { email, emailVerifiedAt }: DataSubject): Promise<Row[]> {
  if (!emailVerifiedAt) return [];
  const sent = await listEmailLogsTo(db, email, emailVerifiedAt);
  return sent.map(({ subject, status, sentAt }) => ({ subject, status, sentAt }));
}

/** The mails that a member has received from us. */
export const mailData: PersonalDataSource = {
  export: (db, subject) => [
    dataPart(
      'mails',
      words('Emails we have sent you since you confirmed your address'),
      () => mailRows(db, subject),
      { labels: { status: { success: words('Sent'), failed: words('Not delivered') } } },
    ),
  ],
};
