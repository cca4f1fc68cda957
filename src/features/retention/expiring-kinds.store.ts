import { cancelledApplications, deliveredKits, idleDrafts } from './applications.store.ts';
import type { Expiring } from './expiring.store.ts';
import { lettersOfTheGone } from './letters.store.ts';
import { bulkRecipients, endedMails, mailHistory } from './mails.store.ts';
import {
  answeredContact,
  answeredPartners,
  answeredVolunteers,
  decidedReports,
  invalidSignatures,
} from './requests.store.ts';
import type { RetentionKind } from './retention.rules.ts';

/** LIST of where the records of each kind stand. */
export const EXPIRING: Readonly<Record<RetentionKind, Expiring>> = {
  contact: answeredContact,
  volunteer: answeredVolunteers,
  partner: answeredPartners,
  signatures: invalidSignatures,
  drafts: idleDrafts,
  cancelled: cancelledApplications,
  delivered: deliveredKits,
  reports: decidedReports,
  letters: lettersOfTheGone,
  mails: endedMails,
  addressees: bulkRecipients,
  history: mailHistory,
};
