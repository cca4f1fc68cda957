import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { users } from '../members/member.store.ts';

/** Makes what one member sends wait for what they send already, until the transaction ends. */
export async function lockSender(tx: Database, id: string): Promise<void> {
  await tx.select({ one: sql`1` }).from(users).where(eq(users.id, id)).for('no key update');
}
