// Finding out which addresses have an account.
//
//   npm run prove -- enumeration           2,000 samples of each
//   npm run prove -- enumeration --quick   100 of each
//
// Asks for known and unknown addresses in turns, one at a time. Proves that a login that fails and a forgotten password
// are answered with the same status, the same bytes and the same headers, and that the medians of the time lie no
// further apart than 2 ms: also for accounts that have a second factor or are suspended, and beyond the tries of one.
// Where a busy machine makes the medians uncertain, up to four times as many samples are taken, whatever they say so
// far; and where even those leave them uncertain, they may lie further apart by three times of what may be chance.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { freePort, inWorkspace, waitFactor } from '../testing/workspace.ts';
import { addressOf, send } from '../testing/visit.ts';

const apartMs = 2;
/** Surer than this no more samples are needed. */
const certainMs = 0.5;
const mostRounds = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The observable parts of an answer, and its duration. */
interface Sight {
  seen: string;
  ms: number;
}

/** Headers that no two answers share, whomever they are about. */
const PER_ANSWER = ['date', 'x-request-id'];

function ask(port: number, path: string, body: object, from: string): Promise<Sight> {
  const payload = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      origin: `http://localhost:${port}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'x-forwarded-for': from,
    };
    const startedAtMs = performance.now();
    const asked = request({ port, path, method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => {
        const ms = performance.now() - startedAtMs;
        const shown = Object.entries(answer.headers).filter(([name]) => !PER_ANSWER.includes(name));
        resolve({ seen: JSON.stringify([answer.statusCode, shown, text]), ms });
      });
    });
    asked.setTimeout(15_000 * waitFactor, () =>
      asked.destroy(new Error(`${path} did not answer.`)),
    );
    asked.on('error', reject);
    asked.end(payload);
  });
}

const known = (n: number) => `known${String(n).padStart(5, '0')}@prove.example`;
const unknown = (n: number) => `ghost${String(n).padStart(5, '0')}@prove.example`;
const loginOf = (email: string) => ({ email, password: 'not the one that was chosen' });

const at = (share: number, durationsMs: number[]) =>
  durationsMs.toSorted((a, b) => a - b)[Math.floor((durationsMs.length - 1) * share)] ?? Number.NaN;

/** How far the difference of two medians may be off, from the middle half of what was measured. */
function uncertaintyMs(...lists: number[][]): number {
  const variances = lists.map((list) => {
    const deviationMs = (at(0.75, list) - at(0.25, list)) / 1.349;
    return (1.2533 * deviationMs) ** 2 / list.length;
  });
  return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0));
}

interface Question {
  what: string;
  path: string;
  body(email: string): object;
  samples: number;
  must: string;
}

let asked = 0;

/** Asks for both kinds in turns, now the one first and now the other. */
async function compare(port: number, question: Question, figures: Figures): Promise<void> {
  const sights: Record<'known' | 'unknown', Sight[]> = { known: [], unknown: [] };
  const see = async (kind: 'known' | 'unknown', n: number) => {
    const body = question.body((kind === 'known' ? known : unknown)(n));
    sights[kind].push(await ask(port, question.path, body, addressOf(asked++)));
  };
  const times = (kind: 'known' | 'unknown') => sights[kind].map(({ ms }) => ms);
  const chanceMs = () => uncertaintyMs(times('known'), times('unknown'));
  for (let n = 0, end = question.samples; n < end; n++) {
    for (const kind of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
      await see(kind, n);
    if (n === end - 1 && end < question.samples * mostRounds && chanceMs() > certainMs)
      end += question.samples;
  }
  const { what, must } = question;
  const different = new Set([...sights.known, ...sights.unknown].map(({ seen }) => seen));
  const [one = ''] = different;
  figures.add(`${what}: answers to known and unknown, each`, sights.known.length);
  figures.add(`${what}: different answers`, different.size, '1', different.size === 1);
  if (different.size > 1) console.log([...different].slice(0, 3).join('\n'));
  figures.add(`${what}: its status`, one.slice(1, 4), must, one.startsWith(`[${must},`));
  const limitMs = apartMs + (chanceMs() > certainMs ? 3 * chanceMs() : 0);
  for (const [name, share] of [
    ['median', 0.5],
    ['fastest tenth', 0.1],
  ] as const) {
    const [ofKnown, ofUnknown] = [at(share, times('known')), at(share, times('unknown'))];
    const gapMs = Math.abs(ofKnown - ofUnknown);
    figures.add(`${what}: ${name}`, `${ofKnown.toFixed(2)} and ${ofUnknown.toFixed(2)} ms`);
    const limit =
      limitMs === apartMs ? `${apartMs} ms` : `${limitMs.toFixed(2)} ms (a busy machine)`;
    figures.add(`${what}: apart`, `${gapMs.toFixed(2)} ms`, `≤ ${limit}`, gapMs <= limitMs);
  }
}

/** The sixth try and the ones after it: who has no account is asked to wait alike. */
async function compareRefusals(port: number, figures: Figures): Promise<void> {
  const ladder = async (email: string) => {
    const steps: string[] = [];
    for (let n = 0; n < 8; n++) {
      const { seen } = await ask(port, '/api/auth/login', loginOf(email), addressOf(asked++));
      // The seconds to wait depend on when it was asked.
      steps.push(seen.replace(/("retry-after",")\d+/, '$1…'));
    }
    return steps.join('\n');
  };
  const pairs = await Promise.all(
    [90_001, 90_002, 90_003].flatMap((n) => [known(n), unknown(n)].map(ladder)),
  );
  const different = new Set(pairs).size;
  const isRefused = pairs.every((steps) => steps.split('\n').at(-1)?.startsWith('[429,'));
  figures.add(
    'eight tries in a row: different courses',
    different,
    '1',
    different === 1 && isRefused,
  );
}

await inWorkspace(process.argv.includes('--quick') ? 600_000 : 1_800_000, async (workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const port = await freePort();
  const { origin } = await startApp(workspace, {
    port,
    dataDir: join(workspace.folder, 'data'),
    databaseUrl: postgres.url,
    environment: { ADDRESS_LIMIT_FACTOR: '100000' },
  });
  const db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
  workspace.atEnd(() => db.end());

  const samples = workspace.isQuick ? 100 : 2000;
  const first = { ...loginOf('first@prove.example'), firstName: 'Awa', lastName: 'Diop' };
  const joined = await send(origin, { path: '/api/auth/register', body: first });
  if (joined.status !== 201) throw new Error(`Nobody could join: ${joined.text}`);
  // Everyone has the password of the first, which is not the one that is tried.
  await db.query(`update users set password = $1 where email = 'first@prove.example'`, [
    '$argon2id$v=19$m=19456,t=2,p=1$UR0cbGdpd65fCIyk9JOUlg$+IhekSBjC+SP26VM8t4XChGh7rNTr4zn2jpOcCAInD8',
  ]);
  const numbers = [
    ...Array.from({ length: samples * mostRounds }, (_, n) => n),
    90_001,
    90_002,
    90_003,
  ];
  await db.query(
    `insert into users (id, email, first_name, last_name, password, email_verified_at, created_at, updated_at)
     select gen_random_uuid(), e, 'Awa', 'Diop', u.password, u.created_at, u.created_at, u.created_at
     from unnest($1::text[]) e, users u where u.email = 'first@prove.example'`,
    [numbers.map(known)],
  );
  const login = { path: '/api/auth/login', body: loginOf, must: '401' };
  // The first calls take longer.
  const warm = { ...login, what: 'warming up', samples: 20, body: (e: string) => loginOf(`x${e}`) };
  await compare(port, warm, new Figures());

  await compare(port, { ...login, what: 'login', samples }, figures);
  await db.query(`insert into passkeys (id, user_id, public_key, counter, transports, name, created_at)
    select id::text, id, '', 0, '{}', 'Key', created_at from users where email like 'known%'`);
  await compare(port, { ...login, what: 'login, second factor', samples }, figures);
  await db.query(`delete from passkeys`);
  await db.query(
    `update users set suspended_at = created_at, suspended_for = 'Spam' where email like 'known%'`,
  );
  await compare(port, { ...login, what: 'login, suspended', samples }, figures);
  await db.query(`update users set suspended_at = null, suspended_for = null`);
  await compareRefusals(port, figures);

  const before = asked;
  const reset = { path: '/api/auth/reset', body: (email: string) => ({ email }), must: '200' };
  await compare(
    port,
    { ...reset, what: 'warming up', samples: 20, body: (e: string) => ({ email: `x${e}` }) },
    new Figures(),
  );
  await compare(port, { ...reset, what: 'reset', samples }, figures);
  // Otherwise both were alike because nothing was done for anyone.
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where name = 'password-reset'`,
  );
  const jobs = rows[0]?.n ?? 0;
  figures.add(
    'resets in the queue, of both',
    jobs,
    String(asked - before),
    jobs === asked - before,
  );
  agent.destroy();
  return figures.print();
});
