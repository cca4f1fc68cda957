// Malformed requests made from the contracts, over real sockets, against the whole site.
//
//   node prove/fuzz.ts [--quick] [--seed=1] [--requests=100000]
//
// What must hold (security.md §3): no 5xx and no crash; what the contract's own schema refuses is
// refused; a batch in which nothing was accepted changes no table; refusals are `{message}` in JSON
// and tell nothing of the inside.
import { Agent } from 'node:http';
import { sql } from 'drizzle-orm';
import { safeParse } from 'zod/v4/core';
import { routes } from '../src/server/routes.ts';
import { openSite } from '../src/server/testing.ts';
import setUpDatabase from '../src/server/testing.global.ts';
import type { AnyEndpoint } from '../src/shared/endpoint.ts';
import {
  breakText,
  CONTENT_TYPES,
  mutate,
  STRANGE_PATHS,
  strangeHeaders,
  strangeQuery,
} from './fuzz/mutate.ts';
import { chanceFrom } from './fuzz/random.ts';
import { namesOf, sampleOf } from './fuzz/sample.ts';
import { type Got, garbage, type Sent, send, sendBytes } from './fuzz/send.ts';

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const total = Number(option('requests') ?? (process.argv.includes('--quick') ? 10_000 : 100_000));
const seed = Number(option('seed') ?? 20_260_101);
const atOnce = 50;

/** Counters of attempts: refused requests are meant to change them. */
const UNCOUNTED = new Set(['rate_limits', 'login_tries', 'used_proofs']);
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
];
/** Text that only the inside knows. */
const INSIDE =
  /node_modules|\.ts:\d|at \w+ \(|DrizzleQuery|Failed query|select "|insert into|ECONN|ZodError/;

const chance = chanceFrom(seed);
const failures: string[] = [];
const tally = new Map<number, number>();
const fail = (what: string, sent: Sent | undefined, got?: Got) => {
  const shown =
    sent &&
    `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)} ${JSON.stringify(sent.headers).slice(0, 400)}`;
  failures.push(
    `${what}\n  ${shown ?? ''}\n  ${got ? `${got.status} ${got.text.slice(0, 300)}` : ''}`,
  );
};

const tearDown = await setUpDatabase({ config: { env: {} } } as never);
const logged: string[] = [];
const site = await openSite({
  work: false,
  environment: { ADDRESS_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' },
  logTo: { write: (line) => void logged.push(line) },
});
await site.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = site.app.server.address() as { port: number };
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

/** A request of which the contract refuses something, or nothing (`isSound`). */
interface Made extends Sent {
  endpoint: AnyEndpoint;
  isSound: boolean;
}

function make({ endpoint }: (typeof routes)[number], cookies: string[], n: number): Made {
  const { body: schema, params, query } = endpoint;
  const fill = (text: string) => endpoint.path.replaceAll(/:\w+/g, text);
  const made: Made = {
    endpoint,
    method: endpoint.method,
    path: fill(params ? String(Object.values(sampleOf(params, chance, n) as object)[0]) : ''),
    headers: { 'sec-fetch-site': 'same-origin', cookie: chance.pick(cookies) },
    isSound: true,
  };
  const value = schema && sampleOf(schema, chance, n);
  if (schema) made.headers['content-type'] = 'application/json';
  made.body = value === undefined ? undefined : JSON.stringify(value);

  const wrong: (() => void)[] = [
    () => Object.assign(made.headers, strangeHeaders(chance)),
    () => {
      made.path += `?${strangeQuery(query ? namesOf(query) : [], chance)}`;
    },
    () => {
      made.method = chance.pick(METHODS);
    },
    () => {
      made.path = endpoint.path.includes(':')
        ? fill(chance.pick(STRANGE_PATHS))
        : `${made.path}/${chance.pick(STRANGE_PATHS)}`;
    },
  ];
  if (schema && value !== undefined) {
    const mutateBody = () => {
      const mutant = mutate(value, chance);
      made.body = JSON.stringify(mutant);
      made.isSound = safeParse(schema, JSON.parse(made.body)).success;
    };
    wrong.push(
      mutateBody,
      mutateBody,
      mutateBody,
      mutateBody,
      mutateBody,
      mutateBody,
      () => {
        made.body = breakText(JSON.stringify(value), chance);
        made.isSound = isSoundText(endpoint, made.body);
      },
      () => {
        made.headers['content-type'] = chance.pick(CONTENT_TYPES);
        if (chance.in100(30)) delete made.headers['content-type'];
        if (chance.in100(50)) made.body = breakText(strangeQuery(namesOf(schema), chance), chance);
      },
    );
  } else {
    wrong.push(() => {
      made.body = chance.pick(['{}', 'null', '{', 'x'.repeat(100_000)]);
      made.headers['content-type'] = chance.pick(['application/json', ...CONTENT_TYPES]);
    });
  }
  chance.pick(wrong)();
  if (chance.in100(15)) chance.pick(wrong)();
  // Node's client refuses to send what no HTTP client can; the raw requests do.
  made.path = made.path.replaceAll(/[^\x21-\x7e]/g, '%20');
  return made;
}

/** A request of which nothing may come: a read, or a body that the contract refuses. */
function makeHopeless(cookies: string[], n: number): Made {
  for (;;) {
    const made = make(chance.pick(routes), cookies, n);
    const isRead = made.endpoint.method === 'GET' && made.endpoint.answer !== 'csv';
    if (isRead || !made.isSound) return made;
  }
}

/** A byte order mark in front is read over (RFC 8259 §8.1 allows it). */
const withoutMark = (body: string | Buffer) => body.toString('utf8').replace(/^\uFEFF/, '');

function isSoundText(endpoint: AnyEndpoint, body: string | Buffer): boolean {
  try {
    return !endpoint.body || safeParse(endpoint.body, JSON.parse(withoutMark(body))).success;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** A rail that nobody configured answers 503 and says so. */
const isRail = (path: string) => /^\/(?:paypal|api\/payments)\//.test(path);
let off = 0;

function judge(made: Made, got: Got): void {
  tally.set(got.status, (tally.get(got.status) ?? 0) + 1);
  const isOff =
    got.status === 503 &&
    isRail(made.endpoint.path) &&
    (made.method === 'HEAD' || /not configured|not available/.test(got.text));
  if (isOff) off++;
  else if (got.status >= 500) fail('a failure of ours', made, got);
  if (INSIDE.test(got.text)) fail('the inside shows', made, got);
  const isForm = String(made.headers['content-type']).includes('urlencoded');
  const isOwnMethod = made.method === made.endpoint.method;
  if (
    !made.isSound &&
    !isForm &&
    isOwnMethod &&
    got.status >= 200 &&
    got.status < 400 &&
    isAt(made)
  )
    fail('accepted what the contract refuses', made, got);
  if (
    got.status >= 400 &&
    made.method !== 'HEAD' &&
    String(got.headers['content-type']).startsWith('application/json')
  ) {
    const { message } = JSON.parse(got.text) as { message?: unknown };
    if (typeof message !== 'string' || message === '')
      fail('a refusal without a sentence', made, got);
  }
}

/** Whether the request still reached its own route. */
const isAt = ({ path, endpoint }: Made) =>
  path.split('?')[0]?.split('/').length === endpoint.path.split('/').length;

async function tables(): Promise<string[]> {
  const { rows } = await site.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return (rows as unknown as { name: string }[])
    .map((row) => row.name)
    .filter((name) => !UNCOUNTED.has(name));
}
const counted = await tables();
async function countAll(): Promise<string> {
  const each = counted.map((name) => `select '${name}' as name, count(*)::int as n from "${name}"`);
  const { rows } = await site.db.execute(sql.raw(each.join(' union all ')));
  return JSON.stringify(rows);
}

async function logIn(role: 'member' | 'admin'): Promise<string> {
  const browser = await site.loggedIn(role);
  return `sid=${browser.cookies.get('sid')}`;
}

/** May a batch have changed rows rightly? Reading a file is written down too. */
const mayWrite = (made: Made, got: Got) =>
  got.status > 0 &&
  got.status < 400 &&
  (made.method !== 'GET' || made.path.startsWith('/api/admin/export'));

const startedAt = performance.now();
let unchangedBatches = 0;
let done = 0;
let raw = 0;
let cookies: string[] = [];
const bytePaths = routes.map((route) => route.endpoint.path).filter((path) => !isRail(path));
for (let batch = 0; done < total && failures.length < 20; batch++) {
  // Some requests log out or change who may do what.
  if (batch % 4 === 0)
    cookies = ['', await logIn('member'), await logIn('admin'), await logIn('admin')];
  const before = await countAll();
  const size = Math.min(atOnce, total - done);
  const isHopeless = batch % 4 !== 0;
  const sent = Array.from({ length: size }, (_, at) =>
    isHopeless ? makeHopeless(cookies, done + at) : make(chance.pick(routes), cookies, done + at),
  );
  // The same work in the same order on every run: chance is used before anything waits.
  const bytes = Array.from({ length: 3 }, () => garbage(chance.pick(bytePaths), chance));
  const [answers, lines] = await Promise.all([
    Promise.all(sent.map((made) => send(port, agent, made))),
    Promise.all(bytes.map((one) => sendBytes(port, one))),
  ]);
  answers.forEach((got, at) => judge(sent[at] as Made, got));
  for (const [at, statuses] of lines.entries()) {
    raw++;
    // 505 is HTTP's own word for a version that does not exist.
    if (statuses.some((status) => status >= 500 && status !== 505))
      fail(`a failure of ours to bytes: ${statuses}`, undefined, {
        status: 0,
        headers: {},
        text: String(bytes[at]).slice(0, 300),
      });
  }
  if (!answers.some((got, at) => mayWrite(sent[at] as Made, got))) {
    unchangedBatches++;
    const after = await countAll();
    if (after !== before)
      fail(`rows changed although everything was refused: ${before} → ${after}`, undefined);
  }
  done += size;
}

const seconds = (performance.now() - startedAt) / 1000;
const healthy = await send(port, agent, { method: 'GET', path: '/readyz', headers: {} });
if (healthy.status !== 200) fail('the site is not ready any more', undefined, healthy);
const bugs = logged.filter((line) => line.includes('unexpected error'));
const groups = [2, 3, 4, 5].map(
  (hundred) =>
    `${hundred}xx ${[...tally].filter(([status]) => Math.floor(status / 100) === hundred).reduce((sum, [, n]) => sum + n, 0)}`,
);
console.log(
  `fuzz: ${done} requests and ${raw} byte streams to ${routes.length} routes in ${seconds.toFixed(1)} s (${groups.join(', ')}, of which ${off} a rail that is off; cut off ${tally.get(0) ?? 0}); ` +
    `${unchangedBatches} batches refused whole, all without a trace; ${failures.length} failures; seed ${seed}`,
);
for (const text of failures) console.error(`\n${text}`);
for (const line of bugs.slice(0, 5)) console.error(line);

agent.destroy();
await site.close();
await tearDown();
process.exitCode = failures.length > 0 || bugs.length > 0 ? 1 : 0;
