import type { Database } from '../../../server/database/database.ts';
import type { ErasedSubject } from '../../../server/personal-data.ts';
import { skipLostNews } from '../../declaration/news.store.ts';
import { forgetTally } from '../../declaration/tally.service.ts';
import { removeSent } from '../../submissions/sent.store.ts';
import { removeSignaturesOf } from '../expiring-records.store.ts';

/** Removes what a person signed and sent to the team; where only an account is closed, it stays. */
export async function eraseRecordsOf(
  tx: Database,
  { email, isWhole }: ErasedSubject,
  now: Date,
): Promise<void> {
  if (!isWhole) return;
  await removeSignaturesOf(tx, email);
  await removeSent(tx, email);
  await skipLostNews(tx, now);
  forgetTally();
}
