import { isUnavailable } from '../../../../../server/database/database.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';

/**
 * Runs an operation for each item. A failure does not stop the others; the first one is thrown at the end. When
 * the chain or the database is unavailable, the rest is not tried.
 */
export async function tryEach<T>(
  items: readonly T[],
  operation: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await operation(item);
    } catch (error) {
      if (error instanceof ChainUnavailable || isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
