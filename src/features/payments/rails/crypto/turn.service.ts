import { isUnavailable } from '../../../../server/database/database.ts';
import { ChainAway } from './nodes.gateway.ts';

/**
 * Does one after the other. One that fails does not keep those behind it from their turn; the first failure is
 * thrown at the end. Where nobody can be asked, chain or database, the rest is not tried.
 */
export async function inTurn<T>(all: readonly T[], deed: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      await deed(one);
    } catch (error) {
      if (error instanceof ChainAway || isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
