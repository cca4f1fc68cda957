import setUpDatabase from '../src/server/testing.global.ts';
import type { Workspace } from '../testing/workspace.ts';

/**
 * Makes the database that every `openSite` of a proof copies: in the full form the embedded one, in the quick form
 * PostgreSQL, which answers the same for half of the processor time.
 */
export async function prepareSites(workspace: Workspace): Promise<void> {
  const kind = workspace.isQuick ? 'postgres' : 'pglite';
  process.env.TEST_DATABASE = kind;
  workspace.atEnd(await setUpDatabase({ config: { env: { TEST_DATABASE: kind } } } as never));
}
