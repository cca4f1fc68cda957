import type { Database } from '../../server/database/database.ts';
import {
  dataPart,
  type DataSubject,
  type PersonalDataSource,
  type Row,
} from '../../server/personal-data.ts';
import { words } from '../../shared/words.ts';
import { listSent } from './sent.store.ts';
import { listReplies } from './reply/reply.store.ts';
import { TRIAGED, type TriagedKind } from './triage/triage.rules.ts';

/** Nothing of an address that was only typed. */
const sentBy = async (db: Database, kind: TriagedKind, { email, emailVerifiedAt }: DataSubject) =>
  emailVerifiedAt ? listSent(db, kind, email) : [];

const sentRows = async (db: Database, kind: TriagedKind, subject: DataSubject): Promise<Row[]> =>
  (await sentBy(db, kind, subject)).map(({ id: _, locale: language, ...row }) => ({
    ...row,
    language,
  }));

/** Our answers by email. */
async function replyRows(db: Database, subject: DataSubject): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of TRIAGED)
    for (const { id } of await sentBy(db, kind, subject))
      for (const { subject: title, text, createdAt } of await listReplies(db, kind, id))
        rows.push({ subject: title, content: text, sentAt: createdAt });
  return rows;
}

/** What a person has sent to the team, and what was answered; no note of an administrator. */
export const requestsData: PersonalDataSource = {
  export: (db, subject) => [
    dataPart('contactMessages', words('Messages to the team'), () =>
      sentRows(db, 'contact', subject),
    ),
    dataPart('volunteerApplications', words('Volunteer applications'), () =>
      sentRows(db, 'volunteer', subject),
    ),
    dataPart('partnershipApplications', words('Partnership applications'), () =>
      sentRows(db, 'partner', subject),
    ),
    dataPart('replies', words('Our replies'), () => replyRows(db, subject)),
  ],
};
