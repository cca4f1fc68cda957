// Random sequences of attempts, claims, steps of the state table (legal and not) and time, against the real service.
//
//   npm run prove -- state-machine            10,000 sequences of 200 operations
//   npm run prove -- state-machine --quick    500 sequences of up to 20
//   … --seed=2501 --runs=2500                 the sequences 2,501 to 5,000: each has a seed, so parts of a long run add up
//   … --minutes=60                            no hundred of them is begun after an hour
//
// Proves the invariants of the payments' design: paid means that the price was received; one successful payment
// and one open attempt per instalment; no step backwards; the events replay to the rows; a kit may leave since the payment that releases it; every cent that arrived
// is in the ledger once, and no more goes back than came; a refused step changes nothing; our memo is a repeat only while it is checked or paid; plan and price change
// only while no money came. After every hundred sequences every rule of check:ledger is asked of their whole database.
import type pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { type OpenDatabase, openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { minutes } from '../src/shared/time.ts';
import { noTally, playSequences, type Tally } from '../testing/state-machine/machine.ts';
import { Figures } from './figures.part.ts';

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const isQuick = process.argv.includes('--quick');
const runs = Number(option('runs') ?? (isQuick ? 500 : 10_000));
const operations = isQuick ? {} : { shortest: 200, longest: 200 };
const seed = Number(option('seed') ?? Date.now() % 2 ** 31);
const limitMs = minutes(Number(option('minutes') ?? Number.POSITIVE_INFINITY));
/** A database of its own for so many sequences: its size must not become what is measured. */
const runsPerDatabase = isQuick ? 250 : 100;
/** While one round waits for its database, the other one computes. */
const roundsAtOnce = 2;

console.log(`state-machine: ${runs} sequences, --seed=${seed}`);
const startedAt = performance.now();
const figures = new Figures();
const total = noTally();
const postgres = await startPostgres({
  fsync: false,
  settings: { jit: 'off', plan_cache_mode: 'force_generic_plan' },
});
/** Through the socket in its folder, which costs less than the loopback network. */
const addressOf = (name: string) =>
  `postgres://postgres@localhost:${postgres.port}/${name}?host=${encodeURIComponent(postgres.folder)}`;
/** On a busy machine no time is too long to wait. */
async function open(name: string): Promise<OpenDatabase> {
  const database = await openDatabase({ url: addressOf(name), isPatient: true });
  if (database.pool) database.pool.options.connectionTimeoutMillis = 0;
  return database;
}

/** PostgreSQL plans each statement once a connection: most of its time would go into planning the same few hundred. */
function prepareEverything(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const named = (first: unknown, ...others: unknown[]) =>
      typeof first === 'object' && first !== null && 'text' in first
        ? query({ ...first, name: nameOf(String(first.text)) }, ...others)
        : query(first, ...others);
    Object.assign(client, { query: named });
  });
}

const server = await open('postgres');
await server.db.execute('create database migrated');
const template = await open('migrated');
await migrate(template);
await template.close();

async function playRound(first: number, count: number): Promise<Tally> {
  const name = `round_${first}`;
  await server.db.execute(`create database ${name} template migrated`);
  const database = await open(name);
  if (database.pool) prepareEverything(database.pool);
  try {
    return await playSequences(database.db, { runs: count, seed: first, ...operations });
  } finally {
    await database.close();
    await server.db.execute(`drop database ${name}`);
  }
}

let next = seed;
async function playRounds(): Promise<void> {
  while (next < seed + runs && performance.now() - startedAt < limitMs) {
    const first = next;
    const count = Math.min(runsPerDatabase, seed + runs - first);
    next += count;
    const played = await playRound(first, count);
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += played[key];
    const elapsed = Math.round((performance.now() - startedAt) / 1000);
    console.log(`seeds ${first} to ${first + count - 1} hold, ${total.sequences} in ${elapsed} s`);
  }
}
await Promise.all(Array.from({ length: roundsAtOnce }, playRounds));
await server.close();
await postgres.stop();
const planned = next - seed;
figures.add('sequences', total.sequences, String(planned), total.sequences === planned);
figures.add('operations', total.operations);
/** Each kind must have been played; a few sequences may lack one. */
const hasMany = total.sequences >= 100;
const some = (what: string, count: number) =>
  figures.add(what, count, hasMany ? '> 0' : '', count > 0);
some('refused operations that changed nothing', total.refused);
some('claims answered as repeats', total.repeated);
some('plans and prices agreed anew', total.renewed);
some('sequences that were paid to the end', total.completed);
some('times that money went back', total.refunded);
some('bookings taken back', total.corrected);
some('amounts moved to other instalments', total.moved);
figures.add('broken invariants, and rules of the ledger', 0, '0');
process.exitCode = figures.print() ? 0 : 1;
