import type { Database } from '../../server/database/database.ts';
import {
  dataPart,
  type DataSubject,
  type PersonalDataSource,
  type Row,
} from '../../server/personal-data.ts';
import { decimal } from '../../shared/money.ts';
import { words } from '../../shared/words.ts';
import { METHOD_LABELS } from './donation.rules.ts';
import { listDonationsOf } from './donation.store.ts';

async function donationRows(db: Database, subject: DataSubject): Promise<Row[]> {
  if (!subject.emailVerifiedAt) return [];
  return (await listDonationsOf(db, subject.email)).map((one) => ({
    name: one.donorName,
    country: one.donorCountry,
    telephone: one.donorPhone,
    amount: decimal(one.amountCents),
    method: one.paymentMethod,
    message: one.message,
    isAnonymous: one.isAnonymous,
    receivedOn: one.receivedOn,
  }));
}

/** Donations that were entered with a person's address. They are never erased: the accounts must be complete. */
export const donationsData: PersonalDataSource = {
  export: (db, subject) => [
    dataPart('donations', words('Donations'), () => donationRows(db, subject), {
      labels: { method: METHOD_LABELS },
    }),
  ],
};
