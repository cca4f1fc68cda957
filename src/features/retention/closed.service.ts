import type { Database } from '../../server/database.ts';
import { listClaimedApplications } from '../profile/claim.store.ts';
import { addClosed } from './closed.store.ts';

/** Notes in the transaction that closes an account what is to be erased after it. Before the claims are gone. */
export async function noteClosing(
  tx: Database,
  account: { id: string; email: string; emailVerifiedAt: Date | null },
  now: Date,
): Promise<void> {
  const claims = await listClaimedApplications(tx, account.id);
  await addClosed(tx, {
    id: account.id,
    address: account.email,
    isProved: account.emailVerifiedAt !== null,
    applicationIds: claims.map(({ application: { id } }) => id),
    closedAt: now,
  });
}
