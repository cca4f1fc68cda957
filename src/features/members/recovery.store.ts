import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../server/database.ts';
import { recoveryCodes } from './second-factor.store.ts';

/** New codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Database,
  userId: string,
  digests: string[],
): Promise<void> {
  await removeRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values(digests.map((digest) => ({ userId, digest })));
}

export async function removeRecoveryCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Uses a code up; `false` when it is none of this member's, or was used before. */
export async function spendRecoveryCode(
  tx: Database,
  userId: string,
  digest: string,
  now: Date,
): Promise<boolean> {
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.digest, digest),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ digest: recoveryCodes.digest });
  return spent.length === 1;
}
