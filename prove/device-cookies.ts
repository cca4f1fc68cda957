// Guessing the password of one account with the cookies of many browsers that know it.
//
//   npm run prove -- device-cookies           with 1, 10 and 100 cookies, 40 guesses with each and as many without,
//                                             in each of three windows
//   npm run prove -- device-cookies --quick   one or two hundred guesses with all of them, and two windows
//
// Two instances on one PostgreSQL. Whoever had the password once can log in as often as they like, and keep the
// cookie of each login as one of a browser of its own, and as many open sessions. Proves that of one account no more
// than ten guesses are looked at in any five minutes, however many of these are shown, over windows that follow each
// other.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import { minutes } from '../src/shared/time.ts';
import { type App, startApp } from '../testing/app.ts';
import { addressOf, type Answer, cookieFrom, send } from '../testing/visit.ts';
import { freePort, inWorkspace } from '../testing/workspace.ts';
import { advance } from './clock.part.ts';
import { Figures } from './figures.part.ts';
import { inTurns } from './paypal-unknown/payers.ts';

const allowedInFiveMinutes = 10;

interface World {
  apps: [App, App];
  aheadMs: number;
  visits: number;
}
interface Account {
  email: string;
  password: string;
}

/** From an address that nobody else comes from. */
const visit = (world: World, call: { path: string; body: object; cookie?: string | undefined }) => {
  const app = world.apps[world.visits % 2] as App;
  return send(app.origin, { ...call, from: addressOf(world.visits++) });
};

/** The cookies of so many logins with the right password: browser and session. */
async function mint(world: World, account: Account, count: number): Promise<string[]> {
  return inTurns(count, 4, async () => {
    const answer = await visit(world, { path: '/api/auth/login', body: account });
    if (answer.status !== 200) throw new Error(`No login: ${answer.status} ${answer.text}`);
    return cookieFrom(answer);
  });
}

/** Whether the password was compared: else the answer is a refusal. */
const wasLookedAt = ({ status, text }: Answer) =>
  (status === 401 && text.includes('Invalid credentials')) ||
  (status === 400 && text.includes('incorrect'));

/** At once: strangers' logins, logins of the browsers, and passwords given again in their sessions. */
async function guess(world: World, { email }: Account, cookies: string[], each: number) {
  const calls = [...cookies, undefined].flatMap((cookie) =>
    Array.from({ length: each }, (_, n) => ({
      cookie,
      isAgain: cookie !== undefined && n % 2 === 1,
    })),
  );
  return inTurns(calls.length, 24, async (n) => {
    const { cookie, isAgain } = calls[n] as (typeof calls)[number];
    const password = `a guess ${randomInt(1e9)}`;
    const login = { path: '/api/auth/login', body: { email, password }, cookie };
    const again = { path: '/api/auth/reauthenticate', body: { password }, cookie };
    const answer = await visit(world, isAgain ? again : login);
    return { atMs: Date.now() + world.aheadMs, answer };
  });
}

async function prove(
  world: World,
  count: number,
  isQuick: boolean,
  figures: Figures,
): Promise<void> {
  const account = {
    email: `known-${count}@prove.example`,
    password: `right and never guessed ${count}`,
  };
  const joined = await visit(world, {
    path: '/api/auth/register',
    body: { ...account, firstName: 'Awa', lastName: 'Diop' },
  });
  if (joined.status !== 201) throw new Error(`Nobody could join: ${joined.status} ${joined.text}`);
  const cookies = await mint(world, account, count);
  const outcomes = [];
  const windows = isQuick ? 2 : 3;
  const each = isQuick ? Math.max(2, Math.ceil(100 / (count + 1))) : 40;
  for (let window = 0; window < windows; window++) {
    outcomes.push(...(await guess(world, account, cookies, each)));
    await advance(world, minutes(5));
  }
  const times = outcomes.filter(({ answer }) => wasLookedAt(answer)).map(({ atMs }) => atMs);
  const within = times.map((at) => times.filter((t) => t >= at && t < at + minutes(5)).length);
  const most = Math.max(0, ...within);
  const holds = most > 0 && most <= allowedInFiveMinutes;
  figures.add(`${count} cookies: guesses sent`, outcomes.length);
  figures.add(
    `${count} cookies: looked at in the worst five minutes`,
    most,
    `≤ ${allowedInFiveMinutes}`,
    holds,
  );
}

await inWorkspace(600_000, async (workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const dataDir = join(workspace.folder, 'data');
  const starting = async () =>
    startApp(workspace, { port: await freePort(), dataDir, databaseUrl: postgres.url });
  const world: World = { apps: [await starting(), await starting()], aheadMs: 0, visits: 0 };
  for (const count of [1, 10, 100]) await prove(world, count, workspace.isQuick, figures);
  return figures.print();
});
