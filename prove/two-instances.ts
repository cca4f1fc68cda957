// Two instances of the app on one PostgreSQL: news cross from one to the other, and ends of sessions too.
//
//   npm run prove -- two-instances           2,000 messages, each ending 20 times
//   npm run prove -- two-instances --quick   200 messages, each ending twice
//
// Proves that a message sent through one instance is received at once by the open pages of both members on both
// instances, once each and by no one else, also when many write at once and when an instance is killed; and that a
// session that is ended on one, in each of nine ways, is dead on the other within a second: no request of it is
// answered any more, and its open stream ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { join as joinPath } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { freePort, inWorkspace, type Workspace, until } from '../testing/workspace.ts';
import { ENDINGS, type Ending, type Scene } from './two-instances/endings.ts';
import { Browser, join, logIn, type Member, PASSWORD, write } from './two-instances/people.ts';
import { listenAt, type Stream } from './two-instances/stream.ts';

const withinMs = 1000;
/** Nothing more is waited for after this. */
const timeoutMs = 5000;
const atOnce = 4;

type Pair = [App, App];

/** A member with the page open twice: once on each instance. */
interface Reader extends Member {
  streams: [Stream, Stream];
}

interface Sent {
  id: string;
  from: Reader;
  to: Reader;
  /** 0 or 1: the instance through which it went. */
  through: 0 | 1;
  sentAtMs: number;
}

const inMs = (list: readonly number[]) => {
  const sorted = list.toSorted((a, b) => a - b);
  return [0, 0.5, 0.95, 1]
    .map((share) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0) ?? '–')
    .join(' / ');
};

async function openPages(pair: Pair, members: Member[]): Promise<Reader[]> {
  return Promise.all(
    members.map(async (member) => ({
      ...member,
      streams: (await Promise.all(
        pair.map((app) => listenAt(app.origin, member.browser.cookie)),
      )) as Reader['streams'],
    })),
  );
}

const eventIn = (stream: Stream, id: string) =>
  stream.received.find(({ event, data }) => event === 'message' && data.id === id);

/** Everyone writes to everyone through either instance, several at once. */
async function proveMessages(pair: Pair, readers: Reader[], count: number, figures: Figures) {
  const sent: Sent[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      const from = readers[n % readers.length] as Reader;
      const steps = 1 + (Math.floor(n / readers.length) % (readers.length - 1));
      const to = readers[(n + steps) % readers.length] as Reader;
      const through = ((n + steps) % 2) as 0 | 1;
      const sentAtMs = performance.now();
      const id = await write(pair[through], from, to);
      sent.push({ id, from, to, through, sentAtMs });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const places = (one: Sent) => [...one.to.streams, ...one.from.streams];
  const isEverywhere = () => sent.every((one) => places(one).every((s) => eventIn(s, one.id)));
  await until(() => {
    if (!isEverywhere()) throw new Error('not yet');
  }, timeoutMs).catch(() => undefined);
  // Time for events that come twice, or to the wrong ones.
  await sleep(300);

  const across = sent.map((one) => eventIn(one.to.streams[one.through ? 0 : 1], one.id));
  const delays = across.flatMap((received, n) =>
    received ? [received.atMs - (sent[n] as Sent).sentAtMs] : [],
  );
  figures.add(
    'messages that arrived live at the other instance',
    `${delays.length} of ${count}`,
    'all',
    delays.length === count,
  );
  figures.add(
    'from the sender’s click, min / median / p95 / max',
    `${inMs(delays)} ms`,
    `≤ ${withinMs} ms`,
    Math.max(...delays) <= withinMs,
  );
  const all = sent.flatMap((one) => places(one).map((stream) => eventIn(stream, one.id)));
  const arrived = all.filter(Boolean).length;
  figures.add(
    'in all four open pages of the two members',
    `${arrived} of ${4 * count}`,
    'all',
    arrived === 4 * count,
  );
  const received = readers.flatMap(({ streams }) => streams.flatMap((stream) => stream.received));
  figures.add(
    'events received by anyone else, or twice',
    received.length - arrived,
    '0',
    received.length === arrived,
  );
  const wrong = sent.flatMap((one) => [
    ...one.to.streams.filter((stream) => {
      const data = eventIn(stream, one.id)?.data;
      return data && (data.with !== one.from.id || data.isOwn);
    }),
    ...one.from.streams.filter((stream) => {
      const data = eventIn(stream, one.id)?.data;
      return data && (data.with !== one.to.id || !data.isOwn);
    }),
  ]);
  figures.add('events that name the wrong member', wrong.length, '0', wrong.length === 0);
}

/** A message that is read on one instance is shown as read to its writer on the other. */
async function proveReadMarks([one, two]: Pair, readers: Reader[], figures: Figures) {
  const delays: number[] = [];
  for (const [n, reader] of readers.entries()) {
    const writer = readers[(n + 1) % readers.length] as Reader;
    await write(one, writer, reader);
    const since = performance.now();
    await reader.browser.demand(two, { path: `/api/conversations/${writer.id}/read` });
    const received = await until(() => {
      const found = writer.streams[0].received.find(
        ({ event, data, atMs }) => event === 'read' && data.with === reader.id && atMs > since,
      );
      if (!found) throw new Error('not yet');
      return found;
    }, timeoutMs).catch(() => undefined);
    if (received) delays.push(received.atMs - since);
  }
  figures.add(
    'read marks that crossed, min / median / p95 / max',
    `${delays.length} of ${readers.length}, ${inMs(delays)} ms`,
    `all, ≤ ${withinMs} ms`,
    delays.length === readers.length && Math.max(...delays) <= withinMs,
  );
}

/** How an ending was seen from the other instance, in ms after the answer of the action. */
interface Seen {
  /** Of the last request that was still let in. */
  lastInMs: number;
  streamEndMs: number;
  flaws: string[];
}

async function seeEnding(ending: Ending, scene: Scene, there: App): Promise<Seen> {
  const { member, here } = scene;
  await ending.prepare?.(scene);
  if (ending.prepare)
    for (const browser of [member.browser, scene.second])
      await browser.demand(here, {
        path: '/api/auth/login',
        body: { email: member.email, password: PASSWORD },
      });
  // A attacker of the cookie has it as it was: answers that change it do not reach him.
  const stolen = member.browser.cookie;
  const attacker = new Browser(1);
  const isIn = async (cookie: string) => {
    const { status } = await attacker.send(there, {
      method: 'GET',
      path: '/api/auth/user',
      cookie,
    });
    if (status !== 200 && status !== 401) throw new Error(`/api/auth/user: ${status}`);
    return status === 200;
  };
  const flaws: string[] = [];
  if (!(await isIn(stolen))) flaws.push('was not logged in before');
  const stream = await listenAt(there.origin, stolen);
  const secondStream = await listenAt(there.origin, scene.second.cookie);

  let lastInAtMs = 0;
  let isWatching = true;
  const watch = (async () => {
    while (isWatching) {
      const askedAtMs = performance.now();
      if (await isIn(stolen)) lastInAtMs = askedAtMs;
      await sleep(5);
    }
  })();
  await sleep(30);
  await ending.operation(scene);
  const endedAtMs = performance.now();
  await Promise.race([stream.ended, sleep(timeoutMs)]);
  // Dead is dead: it is asked for some time more.
  await sleep(100);
  isWatching = false;
  await watch;
  if (stream.received.at(-1)?.event !== 'session-ended')
    flaws.push('the stream ended without a word');
  if ((await isIn(scene.second.cookie)) !== ending.sparesSecond)
    flaws.push(`the second browser is ${ending.sparesSecond ? 'out' : 'in'}`);
  if ((secondStream.endedAtMs === undefined) !== ending.sparesSecond)
    flaws.push(`the second stream is ${ending.sparesSecond ? 'closed' : 'open'}`);
  secondStream.close();
  return {
    lastInMs: Math.max(0, lastInAtMs - endedAtMs),
    streamEndMs: Math.max(0, (stream.endedAtMs ?? Number.POSITIVE_INFINITY) - endedAtMs),
    flaws,
  };
}

async function proveEndings(
  pair: Pair,
  scene: Pick<Scene, 'admin' | 'client' | 'dataDir'>,
  times: number,
  figures: Figures,
) {
  const flaws: string[] = [];
  for (const [name, ending] of Object.entries(ENDINGS)) {
    const seen: Seen[] = [];
    for (let n = 0; n < times; n++) {
      const [here, there] = n % 2 ? pair : (pair.toReversed() as Pair);
      const [member] = (await join(here, scene.client, 1)) as [Member];
      const second = await logIn(there, member);
      const one = await seeEnding(ending, { ...scene, here, member, second }, there);
      flaws.push(...one.flaws.map((flaw) => `${name}: ${flaw}`));
      seen.push(one);
    }
    const [last, ends] = [seen.map((one) => one.lastInMs), seen.map((one) => one.streamEndMs)];
    const dead = seen.filter((one) => Math.max(one.lastInMs, one.streamEndMs) <= withinMs).length;
    figures.add(
      `${name}: dead elsewhere`,
      `${dead} of ${times}; requests ${Math.max(...last).toFixed(0)} ms, stream ${Math.max(...ends).toFixed(0)} ms`,
      `all, ≤ ${withinMs} ms`,
      dead === times,
    );
  }
  figures.none('sessions that ended otherwise than they should', flaws);
}

/** An instance is killed: its pages come back to the other one, and nothing that was sent meanwhile is missing. */
async function proveKill(
  pair: Pair,
  restart: () => Promise<App>,
  members: Member[],
  figures: Figures,
) {
  const [one, two] = pair;
  const [awa, kofi] = members as [Member, Member];
  const stream = await listenAt(two.origin, kofi.browser.cookie);
  await two.kill();
  await stream.ended;
  const id = await write(one, awa, kofi);
  const again = await listenAt(one.origin, kofi.browser.cookie);
  const list = await kofi.browser.demand<{ id: string }[]>(one, {
    method: 'GET',
    path: '/api/messages',
  });
  const live = await write(one, awa, kofi);
  await until(() => {
    if (!eventIn(again, live)) throw new Error('Nothing arrived after the kill.');
  }, timeoutMs);
  const third = await listenAt((await restart()).origin, kofi.browser.cookie);
  const last = await write(one, awa, kofi);
  await until(() => {
    if (!eventIn(third, last)) throw new Error('Nothing arrived at the instance that came back.');
  }, timeoutMs);
  const missing = list.some((message) => message.id === id) ? [] : [id];
  figures.none('sent while no one received, and missing in the list', missing);
}

await inWorkspace(
  process.argv.includes('--quick') ? 300_000 : 600_000,
  async (workspace: Workspace) => {
    const figures = new Figures();
    const postgres = await startPostgres();
    workspace.atEnd(postgres.stop);
    const dataDir = joinPath(workspace.folder, 'data');
    const start = async () =>
      startApp(workspace, {
        port: await freePort(),
        dataDir,
        databaseUrl: postgres.url,
        environment: { ADDRESS_LIMIT_FACTOR: '1000' },
      });
    const pair: Pair = [await start(), await start()];
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    workspace.atEnd(() => client.end());

    const readers = await openPages(pair, await join(pair[0], client, workspace.isQuick ? 8 : 20));
    await proveMessages(pair, readers, workspace.isQuick ? 200 : 2000, figures);
    await proveReadMarks(pair, readers, figures);
    for (const { streams } of readers) for (const stream of streams) stream.close();

    const admin = new Browser(0);
    await admin.demand(pair[0], { path: '/api/auth/login', body: ADMIN });
    await proveEndings(pair, { admin, client, dataDir }, workspace.isQuick ? 2 : 20, figures);
    await proveKill(pair, start, readers, figures);
    return figures.print();
  },
);
