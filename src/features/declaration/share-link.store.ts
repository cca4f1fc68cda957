import { and, eq } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { isValid, unityDeclarations } from './declaration.store.ts';

/** The valid signature that has a share code, confirmed or not yet. */
export async function findSharer(db: Database, code: string): Promise<string | null> {
  const [found] = await db
    .select({ id: unityDeclarations.id })
    .from(unityDeclarations)
    .where(and(eq(unityDeclarations.shareCode, code), isValid));
  return found?.id ?? null;
}
