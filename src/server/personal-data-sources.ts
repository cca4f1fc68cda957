import { donationsData } from '../features/donations/personal-data.service.ts';
import { mailData } from '../features/mail/log/personal-data.service.ts';
import { recordsData } from '../features/member-records/personal-data.service.ts';
import { messagesData } from '../features/messages/personal-data.service.ts';
import { mergeData } from '../features/people/merge.service.ts';
import { recordClosedAccount } from '../features/retention/closed-accounts/closed-account.service.ts';
import { eraseRecordsOf } from '../features/retention/closed-accounts/erased-records.service.ts';
import { paperSignatureData } from '../features/submissions/paper/personal-data.service.ts';
import { requestsData } from '../features/submissions/personal-data.service.ts';
import type { PersonalDataSource } from './personal-data.ts';

/** LIST of the features beside members that keep something about a person; exported and erased in this order. */
export const PERSONAL_DATA: readonly PersonalDataSource[] = [
  messagesData,
  recordsData,
  requestsData,
  donationsData,
  paperSignatureData,
  mailData,
  mergeData,
  // Reads which records the member has claimed: the claims are deleted with the account.
  { erase: recordClosedAccount },
  { erase: eraseRecordsOf },
];
