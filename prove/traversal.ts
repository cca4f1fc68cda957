// Raw requests that lead out of the public folders, or around the access of a call, over sockets.
//
//   npm run prove -- traversal             100,000 requests
//   npm run prove -- traversal --quick     4,000
//   npm run prove -- traversal --seed=7    the same requests again
//
// The site runs from a copy of the program in which every file beside the public ones has a secret of its own: .env,
// package.json, the source, source maps, files of the database, copies of folders beside the public ones. Links in the
// public folders lead to them. Proves that no answer has a secret, that whatever is answered below a public folder is
// byte for byte a public file, that no spelling of an address opens a call to one who may not call it, that no
// request is answered with a failure of ours, and that no connection stays open. An administrator sends the same
// spellings, and some of them must come through: otherwise nothing was spelled.
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import { routes } from '../src/server/routes.ts';
import { minutes, seconds } from '../src/shared/time.ts';
import { ADMIN, APP_SECRET, type App, startApp } from '../testing/app.ts';
import { cookieFrom, logInAsAdmin, send } from '../testing/visit.ts';
import { freePort, inWorkspace, until, type Workspace } from '../testing/workspace.ts';
import { type Chance, chanceFrom } from './chance.part.ts';
import { Figures } from './figures.part.ts';
import { socketsOf } from './process.part.ts';
import { type Came, exchange } from './traversal/exchange.ts';
import { createSecretSite, type SecretSite } from './traversal/secret-site.ts';
import { judge, knock, type Protected } from './traversal/protected.ts';
import { type Shot, Targets } from './traversal/targets.ts';

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const seed = Number(option('seed') ?? Date.now() % 2 ** 31);
const atOnce = 40;
const mostFailures = 20;
/** Connections of the pool, of the sandbox and of our own questions, which come and go. */
const sparesOfOurs = 8;
const METRICS_TOKEN = 'a token that only the monitoring has';

const STRANGER = 'protected calls, by a stranger';
const MEMBER = 'protected calls, by a member';
const ADMINISTRATOR = 'protected calls, by an administrator';

/** What was answered to the requests of one kind. */
interface Count {
  sent: number;
  ok: number;
  refused: number;
  closed: number;
}

/** The calls that not everyone may make, and those of them that a member may not make either. */
const forMembers: Protected[] = [
  ...routes.map(({ endpoint }) => endpoint).filter(({ access }) => access.who !== 'anyone'),
  { method: 'GET', path: '/metrics' },
];
const forAdministrators: Protected[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => access.who === 'admin');
/** What an administrator reads at once and without changing anything. */
const readable: Protected[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(
    ({ access, method, path, answer }) =>
      access.who === 'admin' &&
      method === 'GET' &&
      !path.includes(':') &&
      typeof answer !== 'string',
  );

/** Where a path may begin: the public folders, what lies in them, and every address before its parameters. */
const basesOf = ({ open }: SecretSite): string[] => [
  ...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? '/assets/' : '/pictures/')),
  '/',
  '//',
  '/favicon.svg/',
  '/uploads/',
  '/embed/',
  '/account/',
  '/admin/',
  '/sandbox/',
  '/.well-known/',
  '/dist/client/',
  ...open.slice(0, 10).map((name) => `${name}/`),
  ...new Set(
    routes
      .map(({ endpoint }) => endpoint.path.split(':')[0] as string)
      .filter((path) => path.endsWith('/')),
  ),
];

const bytesOf = (
  { method, target, headers, hosts, version = '1.1', body = '' }: Shot,
  origin: string,
): Buffer =>
  Buffer.from(
    [
      `${method} ${target} HTTP/${version}`,
      ...(hosts ?? [`Host: ${new URL(origin).host}`]),
      ...headers,
      ...(body ? [`Content-Length: ${body.length}`] : []),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    'latin1',
  );

const show = ({ method, target }: Shot) =>
  `${method} ${JSON.stringify(target.length > 200 ? `${target.slice(0, 200)}…` : target)}`;

class Attack {
  readonly counts = new Map<string, Count>();
  readonly found = {
    secrets: [] as string[],
    foreign: [] as string[],
    letIn: [] as string[],
    failures: [] as string[],
    stuck: [] as string[],
  };
  /** What was said of protected calls. */
  readonly said = { refused: 0, 'no such address': 0, 'let in': 0 };
  /** Spelled by an administrator, and answered. */
  comeThrough = 0;
  readonly #site: SecretSite;

  constructor(site: SecretSite) {
    this.#site = site;
  }

  get isEnough(): boolean {
    return Object.values(this.found).some((list) => list.length >= mostFailures);
  }

  take(shot: Shot, came: Came): void {
    const { status } = came;
    const count = this.counts.get(shot.kind) ?? { sent: 0, ok: 0, refused: 0, closed: 0 };
    this.counts.set(shot.kind, count);
    count.sent++;
    if (status === 0) count.closed++;
    else if (status < 400) count.ok++;
    else count.refused++;

    const line = `${show(shot)} (${shot.headers.join(', ')}): ${status}`;
    const secret =
      this.#site.findSecret(came.all.toString('latin1')) ??
      this.#site.findSecret(came.body.toString('latin1'));
    if (secret) this.found.secrets.push(`${secret} by ${line}`);
    if (came.isStuck) this.found.stuck.push(line);
    // 505 is HTTP's own word for a version that does not exist.
    if (status >= 500 && status !== 505) this.found.failures.push(line);
    if (this.#isForeign(shot, came)) this.found.foreign.push(line);
    if (shot.kind === STRANGER || shot.kind === MEMBER) {
      const said = judge(came);
      this.said[said]++;
      if (said === 'let in') this.found.letIn.push(`${line} ${came.body.toString().slice(0, 200)}`);
    }
    if (shot.kind === ADMINISTRATOR && status === 200 && !readable.some(isSpelledAs(shot.target)))
      this.comeThrough++;
  }

  /** Bytes below a public folder that are none of its own. */
  #isForeign({ method, target }: Shot, { status, head, body }: Came): boolean {
    if (method !== 'GET' || (status !== 200 && status !== 206)) return false;
    if (!/^\/(assets|pictures)\//.test(target)) return false;
    if (/\r\ncontent-type: multipart\//i.test(head)) return true;
    return !this.#site.isOpen(body, status === 206);
  }
}

const isSpelledAs = (target: string) => (call: Protected) => call.path === target;

/** The requests, in an order that the seed decides. */
function* shotsOf(
  chance: Chance,
  targets: Targets,
  {
    total,
    origin,
    admin,
    member,
  }: { total: number; origin: string; admin: string; member: string },
): Generator<Shot> {
  const knocks: Record<string, { calls: Protected[]; cookie: string | undefined }> = {
    [STRANGER]: { calls: forMembers, cookie: undefined },
    [MEMBER]: { calls: forAdministrators, cookie: member },
    [ADMINISTRATOR]: { calls: readable, cookie: admin },
  };
  const kinds = [...targets.kinds, STRANGER, STRANGER, MEMBER, MEMBER, ADMINISTRATOR];
  for (let n = 0; n < total; n++) {
    const kind = kinds[n % kinds.length] as string;
    const by = knocks[kind];
    yield by
      ? knock(chance, chance.pick(by.calls), { kind, origin, cookie: by.cookie })
      : targets.make(kind);
  }
}

/** Fires everything, and looks now and then whether the site still answers; answers how often it did not. */
async function fire(app: App, attack: Attack, shots: Iterator<Shot>): Promise<string[]> {
  const port = Number(new URL(app.origin).port);
  const silences: string[] = [];
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const { status } = await exchange(
        port,
        Buffer.from('GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
      );
      if (status !== 200) silences.push(`/readyz: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const worker = async () => {
    for (let next = shots.next(); !next.done && !attack.isEnough; next = shots.next())
      attack.take(next.value, await exchange(port, bytesOf(next.value, app.origin)));
  };
  const looking = look();
  await Promise.all(Array.from({ length: atOnce }, worker));
  isOver = true;
  await looking;
  return silences;
}

async function registerMember(origin: string): Promise<string> {
  const body = {
    email: 'member@prove.example',
    password: 'a member of the proof 4711',
    firstName: 'Awa',
    lastName: 'Diop',
  };
  const answer = await send(origin, { path: '/api/auth/register', body });
  if (answer.status !== 201) throw new Error(`Nobody could join: ${answer.status} ${answer.text}`);
  return cookieFrom(answer);
}

async function start(workspace: Workspace, program: string): Promise<App> {
  const postgres = await startPostgres({ fsync: false });
  workspace.atEnd(postgres.stop);
  return startApp(workspace, {
    program,
    port: await freePort(),
    dataDir: join(program, 'data'),
    databaseUrl: postgres.url,
    environment: {
      METRICS_TOKEN,
      ADDRESS_LIMIT_FACTOR: '1000000',
      // A busy machine is no failure of ours here.
      MAX_EVENT_LOOP_DELAY_MS: '60000',
      LOG_LEVEL: 'error',
    },
  });
}

await inWorkspace(minutes(20), async (workspace) => {
  const total = workspace.isQuick ? 4000 : 100_000;
  console.log(`traversal: --seed=${seed}`);
  const program = join(workspace.folder, 'program');
  const site = createSecretSite(program, {
    'the secret of the site': APP_SECRET,
    'the password of the administrator': ADMIN.password,
  });
  const app = await start(workspace, program);
  const { origin, pid } = app;
  const chance = chanceFrom(seed);
  const targets = new Targets(chance, site, basesOf(site));
  const admin = await logInAsAdmin(origin, ADMIN);
  const member = await registerMember(origin);
  const socketsBefore = socketsOf(pid);

  const attack = new Attack(site);
  const startedAtMs = performance.now();
  const silences = await fire(
    app,
    attack,
    shotsOf(chance, targets, { total, origin, admin, member }),
  );
  const tookMs = performance.now() - startedAtMs;
  const left = await until(() => {
    const open = socketsOf(pid) - socketsBefore;
    if (open > sparesOfOurs) throw new Error(`${open} connections are open.`);
    return open;
  }, seconds(15)).catch((error: Error) => error);

  const figures = new Figures();
  for (const [kind, { sent, ok, refused, closed }] of attack.counts)
    figures.add(kind, `${sent} (${ok} / ${refused} / ${closed})`);
  const sum = [...attack.counts.values()].reduce((all, { sent }) => all + sent, 0);
  figures.add(
    'requests (answered / refused / closed without an answer)',
    sum,
    String(total),
    sum === total,
  );
  figures.add('took', `${(tookMs / 1000).toFixed(1)} s`);
  figures.none('answers with a secret', attack.found.secrets);
  figures.none('answers below a public folder that are no public file', attack.found.foreign);
  figures.none('calls that let in who may not call them', attack.found.letIn);
  const { refused } = attack.said;
  figures.add('of those calls, refused by the call itself', refused, '> 0', refused > 0);
  figures.add(
    'spellings by which an administrator reached a call',
    attack.comeThrough,
    '> 0',
    attack.comeThrough > 0,
  );
  figures.none('failures of ours', attack.found.failures);
  figures.none('connections that were neither answered nor closed', attack.found.stuck);
  figures.none('connections that stayed open', left instanceof Error ? [left.message] : []);
  figures.none('times that the site did not answer others', silences);
  figures.none(
    'errors in the log',
    app
      .log()
      .split('\n')
      .filter((line) => line.includes('unexpected error')),
  );
  await app.stop();
  return figures.print();
});
