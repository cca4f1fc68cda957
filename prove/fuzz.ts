// Malformed requests made from the contracts, over real sockets, against the whole site.
//
//   node prove/fuzz.ts [--quick] [--seed=1] [--requests=100000]
//
// Requirements (security.md §3): no 5xx and no crash; what the contract's own schema refuses is
// refused; a batch in which nothing was accepted changes no table; refusals are `{message}` in JSON
// and tell nothing of the inside. PayPal and the chain answer behind the site, so nothing may
// say 503 either: a ninth of the requests are sound and odd, and are for the handlers of card and crypto.
// The site's jobs follow up the results, and the ledger must agree in the end.
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { findOrStartSandbox } from '../sandbox/client.ts';
import {
  failedChecks,
  checkLedger,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { jobs } from '../src/server/jobs.ts';
import { routes } from '../src/server/routes.ts';
import { sandboxServicesOf } from '../src/server/sandbox.ts';
import { openSite, type Site } from '../src/server/testing.ts';
import type { AppContext } from '../src/server/context.ts';
import { Figures } from './figures.part.ts';
import { Handlers } from './fuzz/handlers.ts';
import { type Made, make, makeHopeless } from './fuzz/make.ts';
import { makeAtCheckout, checkoutRoutes } from './fuzz/edge-cases.ts';
import { type Chance, chanceFrom } from './chance.part.ts';
import { type Got, garbage, send, sendBytes } from './fuzz/send.ts';
import { openCheckout, type Checkout } from './fuzz/checkout.ts';
import { Verdict } from './fuzz/verdict.ts';
import { inTurns } from './paypal-unknown/payers.ts';
import { prepareSites } from './sites.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const total = Number(option('requests') ?? (process.argv.includes('--quick') ? 10_000 : 100_000));
const seed = Number(option('seed') ?? 20_260_101);
const atOnce = 50;
const mostFailures = 20;

/** Counters of attempts: refused requests are meant to change them. */
const UNCOUNTED = new Set(['rate_limits', 'login_tries', 'used_proofs']);
/** The kinds of batches, in turn: anything goes, nothing may change, or sound and odd requests at the checkout. */
const FREE = ['any', 'hopeless', 'hopeless', 'hopeless'] as const;
const BATCHES = [...FREE, ...FREE, 'checkout'] as const;
/** Jobs that follow up what was said at the checkout. */
const FOLLOWING = ['card-notice', 'chain-hint'];

interface Fuzz {
  site: Site;
  checkout: Checkout;
  port: number;
  agent: Agent;
  chance: Chance;
  verdict: Verdict;
}

async function countRows({ site }: Fuzz): Promise<() => Promise<string[]>> {
  const { rows } = await site.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const each = (rows as unknown as { name: string }[])
    .filter(({ name }) => !UNCOUNTED.has(name))
    .map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`);
  const question = sql.raw(each.join(' union all '));
  return async () =>
    (await site.db.execute<{ name: string; n: number }>(question)).rows.map(
      ({ name, n }) => `${name}: ${n}`,
    );
}

/** May a batch have changed rows rightly? Reading a file is written down too. */
const couldWrite = (made: Made, got: Got) =>
  got.status > 0 &&
  got.status < 400 &&
  (made.method !== 'GET' || /^\/api\/admin\/(?:paper-signatures\/)?export/.test(made.path));

/** Fires everything, batch by batch; answers how much it was. */
async function fire(fuzz: Fuzz) {
  const { site, checkout, port, agent, chance, verdict } = fuzz;
  const logIn = async (role: 'member' | 'admin') =>
    `sid=${(await site.loggedIn(role)).cookies.get('sid')}`;
  const countAll = await countRows(fuzz);
  const bytePaths = routes.map(({ endpoint }) => endpoint.path);
  let [done, raw, unchanged] = [0, 0, 0];
  let cookies: string[] = [];
  for (let batch = 0; done < total && verdict.failures.length < mostFailures; batch++) {
    const kind = BATCHES[batch % BATCHES.length] as (typeof BATCHES)[number];
    // Some requests log out or change who may do what.
    if (kind === 'any')
      cookies = ['', await logIn('member'), await logIn('admin'), await logIn('admin')];
    if (kind === 'checkout') await checkout.turn();
    const before = kind === 'checkout' ? [] : await countAll();
    const makers = {
      any: (n: number) => make(chance, cookies, n),
      hopeless: (n: number) => makeHopeless(chance, cookies, n),
      checkout: (n: number) => makeAtCheckout(checkout.things, chance, cookies, n),
    };
    const from = done;
    // The same work in the same order on every run: chance is used before anything waits.
    const sent = Array.from({ length: Math.min(atOnce, total - done) }, (_, at) =>
      makers[kind](from + at),
    );
    const bytes = Array.from({ length: 3 }, () => garbage(chance.pick(bytePaths), chance));
    const [answers, lines] = await Promise.all([
      Promise.all(sent.map((made) => send(port, agent, made))),
      Promise.all(bytes.map((one) => sendBytes(port, one))),
    ]);
    for (const [at, got] of answers.entries()) {
      verdict.judge(sent[at] as Made, got);
      checkout.learn(sent[at] as Made, got);
    }
    for (const [at, statuses] of lines.entries()) {
      // 505 is HTTP's own word for a version that does not exist.
      if (statuses.some((status) => status >= 500 && status !== 505))
        verdict.fail(`a failure of ours to bytes: ${statuses} ${String(bytes[at]).slice(0, 300)}`);
    }
    // At the checkout something always comes of it; and what PayPal says ends an order also where the payer is refused.
    if (kind !== 'checkout' && !answers.some((got, at) => couldWrite(sent[at] as Made, got))) {
      unchanged++;
      const after = await countAll();
      const changed = after.filter((count, at) => count !== before[at]);
      if (changed.length > 0)
        verdict.fail(`rows changed although everything was refused: ${changed.join(', ')}`);
    }
    done += sent.length;
    raw += bytes.length;
  }
  return { done, raw, unchanged };
}

/**
 * Does what was queued at the checkout, as the queue would: several at once, and what failed once more, for of two who
 * read the chain at the same time the slower one may find that the node lags behind the other. Answers how many
 * there were and those that failed twice.
 */
async function followUp({ site }: Fuzz) {
  const { rows } = await site.db.execute(
    sql.raw(`select name, data from pgboss.job where name in ('${FOLLOWING.join("', '")}')`),
  );
  const queued = rows as unknown as { name: string; data: object }[];
  const handle = ({ name, data }: (typeof queued)[number]) => {
    const job = jobs.find((one) => one.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    return job.handle(data as never, { context: site.context, log: site.app.log });
  };
  const again: typeof queued = [];
  await inTurns(queued.length, 8, async (n) => {
    const one = queued[n] as (typeof queued)[number];
    await handle(one).catch(() => again.push(one));
  });
  const failed: string[] = [];
  for (const one of again)
    await handle(one).catch((error: Error) =>
      failed.push(`${one.name} ${JSON.stringify(one.data)}: ${error.stack}`),
    );
  return { queued: queued.length, failed };
}

async function prove(workspace: Workspace): Promise<boolean> {
  await prepareSites(workspace);
  const sandboxDir = join(workspace.folder, 'sandbox');
  const sandbox = await findOrStartSandbox({ dataDir: sandboxDir, log: () => undefined });
  workspace.own(sandbox.pid);
  const logged: string[] = [];
  const handlers = new Handlers();
  const built = new URL('../dist/server/mails.js', import.meta.url).pathname;
  if (!existsSync(built)) throw new Error('There is no build: run `npm run build` first.');
  const mails = (await import(built)) as Pick<AppContext, 'renderMail' | 'loadMailExamples'>;
  const site = await openSite({
    work: false,
    ...mails,
    clientDir: new URL('../dist/client', import.meta.url).pathname,
    routes: handlers.watch(routes),
    sandboxServices: sandboxServicesOf(sandbox),
    environment: {
      ADDRESS_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'error',
      // So that what members send and search for reaches its handlers.
      MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false',
    },
    logTo: { write: (line) => void logged.push(line) },
  });
  workspace.atEnd(() => site.close());
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as { port: number };
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  workspace.atEnd(() => agent.destroy());
  const verdict = new Verdict();
  const checkout = await openCheckout(site, sandbox, sandboxDir);
  const fuzz: Fuzz = { site, checkout, port, agent, chance: chanceFrom(seed), verdict };

  const startedAt = performance.now();
  handlers.forget();
  const { done, raw, unchanged } = await fire(fuzz);
  const seconds = (performance.now() - startedAt) / 1000;
  const healthy = await send(port, agent, { method: 'GET', path: '/readyz', headers: {} });
  if (healthy.status !== 200) verdict.fail('the site is not ready any more', undefined, healthy);
  const followed = await followUp(fuzz);
  await checkout.watch();
  const broken = failedChecks(await checkLedger(site.db));

  const figures = new Figures();
  figures.add(`requests to ${routes.length} routes, seed ${seed}`, done);
  figures.add('streams of bytes that are no HTTP', raw);
  figures.add('took', `${seconds.toFixed(1)} s`);
  figures.add('answers', verdict.answers);
  figures.add('batches refused whole', unchanged, '> 0', unchanged > 0);
  const calls = checkoutRoutes.map((name) => ({ name, ...handlers.of(name) }));
  const reached = calls.reduce((sum, one) => sum + one.reached, 0);
  figures.add('card and crypto: requests that reached a handler', reached, '> 0', reached > 0);
  for (const { name, reached: some, done: well } of calls)
    figures.add(`  ${name}: reached, of them done`, `${some}, ${well}`, '> 0', well > 0);
  figures.add('jobs that followed them up', followed.queued, '> 0', followed.queued > 0);
  figures.none('of them failed', followed.failed);
  figures.none(
    'rules of the ledger that do not hold',
    broken.map(({ rule, faults }) => `${rule}: ${JSON.stringify(faults[0])}`),
  );
  figures.none('failures', verdict.failures);
  figures.none(
    'errors in the log',
    logged.filter((line) => line.includes('unexpected error')),
  );
  return figures.print();
}

await inWorkspace(process.argv.includes('--quick') ? 360_000 : 45 * 60_000, prove);
