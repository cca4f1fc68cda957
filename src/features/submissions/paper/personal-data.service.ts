import { dataPart, type PersonalDataSource } from '../../../server/personal-data.ts';
import { words } from '../../../shared/words.ts';
import { listLinesOf, removeEmail } from './paper-signature.store.ts';

/**
 * Lines on paper with a member's address, once the member has proved that it is theirs. Closing an account takes no
 * signature back, on paper as online: the address goes, the line stays as the sheet has it.
 */
export const paperSignatureData: PersonalDataSource = {
  export: (db, { email, emailVerifiedAt }) => [
    dataPart('paperSignatures', words('Paper signatures'), async () =>
      emailVerifiedAt
        ? (await listLinesOf(db, email)).map(({ id: _, enteredBy: __, ...line }) => line)
        : [],
    ),
  ],
  async erase(tx, { email, emailVerifiedAt }) {
    if (emailVerifiedAt) await removeEmail(tx, email);
  },
};
