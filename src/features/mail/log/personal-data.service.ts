import type { Database } from '../../../server/database/database.ts';
import {
  type DataSubject,
  dataPart,
  type PersonalDataSource,
  type Row,
} from '../../../server/personal-data.ts';
import { words } from '../../../shared/words.ts';
import { SUPPRESSION_LABELS } from '../suppressions/suppression.rules.ts';
import { findSuppressed } from '../suppressions/suppression.store.ts';
import { listEmailLogsTo } from './email-log.store.ts';

/** Mails from before the address was confirmed may have been sent to another person who had it then. */
async function mailRows(db: Database, { email, emailVerifiedAt }: DataSubject): Promise<Row[]> {
  if (!emailVerifiedAt) return [];
  const sent = await listEmailLogsTo(db, email, emailVerifiedAt);
  return sent.map(({ subject, status, sentAt }) => ({ subject, status, sentAt }));
}

async function suppressionRows(db: Database, { email, emailVerifiedAt }: DataSubject) {
  const found = emailVerifiedAt ? await findSuppressed(db, email) : null;
  return found ? [{ reason: found.reason, stoppedAt: found.at }] : [];
}

/** The mails that a person has received from us, and whether they get no more news. */
export const mailData: PersonalDataSource = {
  export: (db, subject) => [
    dataPart('noNews', words('No bulk email'), () => suppressionRows(db, subject), {
      labels: { reason: SUPPRESSION_LABELS },
    }),
    dataPart(
      'mails',
      subject.id === null
        ? words('Emails we have sent you')
        : words('Emails we have sent you since you confirmed your address'),
      () => mailRows(db, subject),
      { labels: { status: { success: words('Sent'), failed: words('Not delivered') } } },
    ),
  ],
};
