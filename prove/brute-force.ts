// Guessing the password, or the code beside it, of one account.
//
//   npm run prove -- brute-force           100,000 guesses of passwords and 10,000 of codes
//   npm run prove -- brute-force --quick   2,000 and 400
//
// Two instances on one PostgreSQL, every guess from an address of its own and in one of sixteen disguises: other
// proxies, other keys, other browsers, other spellings. Proves that of one account no more than ten are looked at in
// any five minutes, however many are sent, that its owner is let in meanwhile by a browser that they used before,
// and that it opens again by itself. The clock of the site is moved, so that the worst five minutes are among them:
// those in which one window ends and the next begins.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { startPostgres } from '../scripts/postgres.mjs';
import { hours, minutes, seconds } from '../src/shared/time.ts';
import { type App, startApp } from '../testing/app.ts';
import { disguised, DISGUISES } from './brute-force/disguises.ts';
import { advance } from './clock.part.ts';
import { Figures } from './figures.part.ts';
import { inTurns } from './paypal-unknown/payers.ts';
import { freePort, inWorkspace, waitFactor } from '../testing/workspace.ts';
import { addressOf, cookieFrom, send } from '../testing/visit.ts';

const allowedInFiveMinutes = 10;
/** Where in a wave the right password is tried too: long after the tries have been used up. */
const needleFrom = 200;

interface World {
  apps: [App, App];
  /** How far the site's clock is ahead. */
  aheadMs: number;
}
interface Account {
  email: string;
  password: string;
}
/** One answer that a guess got, at the time of the site. */
interface Outcome {
  atMs: number;
  status: number;
  text: string;
}

const accountOf = (name: string): Account => ({
  email: `${name}@prove.example`,
  password: `right and never guessed ${name}`,
});

async function joinAs(world: World, account: Account, n: number): Promise<string> {
  const body = { ...account, firstName: 'Awa', lastName: 'Diop' };
  const [app] = world.apps;
  const from = addressOf(2 ** 23 + n);
  const answer = await send(app.origin, { path: '/api/auth/register', body, from });
  if (answer.status !== 201) throw new Error(`Nobody could join: ${answer.status} ${answer.text}`);
  return cookieFrom(answer);
}

const nowOf = (world: World) => Date.now() + world.aheadMs;

/** Sends one wave of guesses to both at once. */
async function wave(
  world: World,
  account: Account,
  { from, count, guess }: { from: number; count: number; guess(n: number): object },
): Promise<Outcome[]> {
  return inTurns(count, 24, async (n) => {
    const knock = disguised({ ...account, ...guess(n) }, from + n);
    const app = world.apps[n % 2] as App;
    const response = await fetch(`http://127.0.0.1:${new URL(app.origin).port}${knock.path}`, {
      method: 'POST',
      headers: { origin: app.origin, 'content-type': 'application/json', ...knock.headers },
      body: knock.body,
      signal: AbortSignal.timeout(seconds(30) * waitFactor),
    });
    return { atMs: nowOf(world), status: response.status, text: await response.text() };
  });
}

/** The kind of a guess's answer. */
function kindOf({
  status,
  text,
}: Outcome): 'let in' | 'looked at' | 'refused' | 'malformed' | 'else' {
  if (status === 200) return 'let in';
  if (status === 401 && text.includes('Invalid credentials')) return 'looked at';
  if (status === 403 && text.includes('second-factor')) return 'looked at';
  if (status === 400 && text.includes('already been used')) return 'looked at';
  if (status === 429 && text.includes('Too many attempts')) return 'refused';
  // Unknown keys of the body, a list for an address; one key for two bodies.
  return status === 400 || status === 409 ? 'malformed' : 'else';
}

/** The most that lie within any five minutes. */
function mostInFiveMinutes(outcomes: Outcome[]): number {
  const times = outcomes.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  const within = times.map((at) => times.filter((t) => t >= at && t < at + minutes(5)).length);
  return Math.max(0, ...within);
}

function addFigures(what: string, outcomes: Outcome[], figures: Figures): void {
  const of = (kind: ReturnType<typeof kindOf>) => outcomes.filter((one) => kindOf(one) === kind);
  const lookedAt = [...of('looked at'), ...of('let in')];
  const most = mostInFiveMinutes(lookedAt);
  figures.add(`${what}: guesses over two instances`, outcomes.length);
  figures.add(`${what}: refused before they were looked at`, of('refused').length);
  figures.add(`${what}: refused as malformed`, of('malformed').length);
  figures.add(`${what}: looked at in all`, lookedAt.length);
  const must = `≤ ${allowedInFiveMinutes}`;
  // None at all would mean that the guesses never reached the account.
  const holds = most > 0 && most <= allowedInFiveMinutes;
  figures.add(`${what}: looked at in the worst five minutes`, most, must, holds);
  figures.none(
    `${what}: guesses that were let in`,
    of('let in').map(({ text }) => text),
  );
  figures.none(
    `${what}: answers of another kind`,
    of('else').map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
  );
}

/** Four waves or more: each begins at the moment at which the window of the one before ends. */
async function attack(
  world: World,
  account: Account,
  {
    total,
    waves,
    from,
    guess,
  }: { total: number; waves: number; from: number; guess(n: number): object },
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const count = Math.ceil(total / waves);
  for (let n = 0; n < waves; n++) {
    const startedAtMs = nowOf(world);
    outcomes.push(...(await wave(world, account, { from: from + n * count, count, guess })));
    if (n === 0) await meanwhile();
    const remainingMs = startedAtMs + minutes(5) - nowOf(world);
    if (remainingMs > 0) await advance(world, remainingMs);
  }
  return outcomes;
}

const logIn = (world: World, body: object, cookie?: string) =>
  send((world.apps[randomInt(2)] as App).origin, {
    path: '/api/auth/login',
    body,
    cookie,
    from: addressOf(2 ** 23 + 2 ** 20 + randomInt(2 ** 20)),
  });

async function provePasswords(world: World, workspace: { isQuick: boolean }, figures: Figures) {
  const [victim, neighbour] = [accountOf('awa'), accountOf('ama')];
  const browser = await joinAs(world, victim, 0);
  await joinAs(world, neighbour, 1);
  await send(world.apps[0].origin, { path: '/api/auth/logout', cookie: browser });
  let owner = 0;
  let other = 0;
  const guess = (n: number) =>
    n >= needleFrom && n % 50 === 0 ? {} : { password: `a guess ${randomInt(1e9)}` };
  const total = workspace.isQuick ? 2000 : 100_000;
  const plan = { total, waves: workspace.isQuick ? 4 : 10, from: 0, guess };
  const outcomes = await attack(world, victim, plan, async () => {
    owner = (await logIn(world, victim, browser)).status;
    other = (await logIn(world, neighbour)).status;
  });
  figures.add('disguises of a guess', Object.keys(DISGUISES).length);
  addFigures('password', outcomes, figures);
  figures.add('its owner meanwhile, in a browser of theirs', owner, '200', owner === 200);
  figures.add('another account meanwhile, from anywhere', other, '200', other === 200);
  await advance(world, hours(1));
  const later = (await logIn(world, victim)).status;
  figures.add('the right password from anywhere an hour later', later, '200', later === 200);
}

/** With the right password the second factor cannot be guessed any faster. */
async function proveCodes(world: World, workspace: { isQuick: boolean }, figures: Figures) {
  const victim = accountOf('adjoa');
  const [app] = world.apps;
  const cookie = await joinAs(world, victim, 2);
  const begun = await send(app.origin, { path: '/api/account/totp', cookie });
  const { secret } = JSON.parse(begun.text) as { secret: string };
  const codeNow = (steps = 0) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: nowOf(world) + seconds(30) * steps,
    });
  const confirmed = await send(app.origin, {
    path: '/api/account/totp/confirm',
    body: { code: codeNow() },
    cookie,
  });
  if (confirmed.status !== 200) throw new Error(`No second factor: ${confirmed.text}`);
  await advance(world, minutes(2));
  const right = () => [codeNow(-1), codeNow(0), codeNow(1)];
  const guess = (n: number) => {
    if (n >= needleFrom && n % 50 === 0) return { code: codeNow() };
    let code: string;
    do code = String(randomInt(1e6)).padStart(6, '0');
    while (right().includes(code));
    return { code };
  };
  const total = workspace.isQuick ? 400 : 10_000;
  const plan = { total, waves: workspace.isQuick ? 2 : 5, from: 2 ** 20, guess };
  addFigures('code, with the right password', await attack(world, victim, plan), figures);
}

await inWorkspace(process.argv.includes('--quick') ? 300_000 : 1_800_000, async (workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const dataDir = join(workspace.folder, 'data');
  const starting = async () =>
    startApp(workspace, { port: await freePort(), dataDir, databaseUrl: postgres.url });
  const world: World = { apps: [await starting(), await starting()], aheadMs: 0 };
  await provePasswords(world, workspace, figures);
  await proveCodes(world, workspace, figures);
  return figures.print();
});
