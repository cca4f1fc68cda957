import { isUnavailable } from '../../../../../server/database/database.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';

/**
 * Does one after the other. One that fails does not keep those behind it from their turn; the first failure is
 * thrown at the end. Where nobody can be asked, chain or database, the rest is not tried.
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
