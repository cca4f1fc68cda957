import setUpDatabase from '../src/server/testing.global.ts';
import type { Stage } from '../testing/stage.ts';

/**
 * Makes the database that every `openSite` of a proof copies: in the full form the embedded one, in the quick form
 * PostgreSQL, which answers the same for half of the processor time.
 */
export async function prepareSites(stage: Stage): Promise<void> {
  const kind = stage.isQuick ? 'postgres' : 'pglite';
  process.env.TEST_DATABASE = kind;
  stage.atEnd(await setUpDatabase({ config: { env: { TEST_DATABASE: kind } } } as never));
}
