// Random sequences of attempts, claims, steps of the state table (legal and not) and time, against the real service.
//
//   npm run prove -- state-machine            10,000 sequences of 200 operations
//   npm run prove -- state-machine --quick    500 sequences of up to 20
//   … --runs=2500 --seed=1                    as many as you like, the same again: processes share them by their seeds
//
// Proves the invariants of the payments' design: paid means that the price was received; one successful payment
// and one open attempt per instalment; no step backwards; the events replay to the rows; a kit may leave since the payment that releases it; every cent that arrived
// is in the ledger once, and no more goes back than came; a refused step changes nothing; our memo is a repeat only while it is checked or paid; plan and price change
// only while no money came. At the end every rule of check:ledger is asked of the whole database.
import { startPostgres } from '../scripts/postgres.mjs';
import { openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { Figures } from './figures.part.ts';
import { playSequences } from '../testing/state-machine/machine.ts';

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const isQuick = process.argv.includes('--quick');
const runs = Number(option('runs') ?? (isQuick ? 500 : 10_000));
const operations = isQuick ? {} : { shortest: 200, longest: 200 };
const seed = Number(option('seed') ?? Date.now() % 2 ** 31);
/** A database of its own for so many sequences: its size must not become what is measured. */
const runsPerDatabase = isQuick ? 2000 : 200;

console.log(`state-machine: ${runs} sequences, --seed=${seed}`);
const figures = new Figures();
const total = {
  sequences: 0,
  operations: 0,
  refused: 0,
  repeated: 0,
  renewed: 0,
  completed: 0,
  refunded: 0,
  corrected: 0,
};
// PostgreSQL needs half of the embedded database's time.
const postgres = await startPostgres({ fsync: false });
const server = await openDatabase({ url: postgres.url });
for (let done = 0; done < runs; done += runsPerDatabase) {
  const name = `round_${done}`;
  await server.db.execute(`create database ${name}`);
  const database = await openDatabase({ url: postgres.url.replace(/\/postgres$/, `/${name}`) });
  try {
    await migrate(database);
    const played = await playSequences(database.db, {
      runs: Math.min(runsPerDatabase, runs - done),
      seed: seed + done,
      ...operations,
    });
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += played[key];
  } finally {
    await database.close();
    await server.db.execute(`drop database ${name}`);
  }
}
await server.close();
await postgres.stop();
figures.add('sequences', total.sequences, String(runs), total.sequences === runs);
figures.add('operations', total.operations);
figures.add('refused operations that changed nothing', total.refused, '> 0', total.refused > 0);
figures.add('claims answered as repeats', total.repeated, '> 0', total.repeated > 0);
figures.add('plans and prices agreed anew', total.renewed, '> 0', total.renewed > 0);
figures.add('sequences that were paid to the end', total.completed, '> 0', total.completed > 0);
figures.add('times that money went back', total.refunded, '> 0', total.refunded > 0);
figures.add('bookings taken back', total.corrected, '> 0', total.corrected > 0);
figures.add('broken invariants, and rules of the ledger', 0, '0');
process.exitCode = figures.print() ? 0 : 1;
