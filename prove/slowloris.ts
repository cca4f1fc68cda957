// Connections that send very slowly, or nothing.
//
//   npm run prove -- slowloris           2,000 connections
//   npm run prove -- slowloris --quick   300
//
// A third sends its headers one byte a second, a third a body, a third sends nothing. Proves that each is cut within 12
// seconds of its beginning, and that whoever reads pages meanwhile gets all of them. Those who ask and never read are
// in pipelining.ts.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes, seconds } from '../src/shared/time.ts';
import { inWorkspace, until } from '../testing/workspace.ts';
import { Figures } from './figures.part.ts';
import { memoryMbOf, startSite } from './process.part.ts';

const allowedCutMs = seconds(12);
const allowedGrowthMb = 64;
const HEADERS = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const POST =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n';

const KINDS = ['headers', 'body', 'nothing'] as const;
type Kind = (typeof KINDS)[number];
const SENT = { headers: 'headers slowly', body: 'a body slowly', nothing: 'nothing' };

interface Slow {
  kind: Kind;
  socket: Socket;
  startedAtMs: number;
  endedAtMs?: number;
}

async function open(port: number, kind: Kind): Promise<Slow> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const slow: Slow = { kind, socket, startedAtMs: performance.now() };
  socket.once('close', () => (slow.endedAtMs = performance.now()));
  socket.resume();
  if (kind === 'headers') socket.write(HEADERS);
  if (kind === 'body') socket.write(POST);
  return slow;
}

await inWorkspace(minutes(4), async (workspace) => {
  const count = workspace.isQuick ? 300 : 2000;
  const { app, port } = await startSite(workspace);
  const origin = `http://127.0.0.1:${port}`;

  const failed: string[] = [];
  const durationsMs: number[] = [];
  let isOver = false;
  /** A visitor who reads one page after the other. */
  const visit = async () => {
    while (!isOver)
      for (const path of ['/', '/sign', '/api/unity-declaration', '/readyz']) {
        const startedAtMs = performance.now();
        try {
          const answer = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) });
          await answer.arrayBuffer();
          if (answer.status !== 200) failed.push(`${path} ${answer.status}`);
        } catch (error) {
          failed.push(`${path} ${String(error)}`);
        }
        durationsMs.push(performance.now() - startedAtMs);
        await sleep(50);
      }
  };
  const visitors = Array.from({ length: 8 }, visit);
  await sleep(seconds(2));
  const alone = median(durationsMs.splice(0));
  const memoryBefore = memoryMbOf(app.pid);

  const slow: Slow[] = [];
  workspace.atEnd(() => slow.forEach(({ socket }) => socket.destroy()));
  const drip = setInterval(() => {
    for (const { socket, kind } of slow)
      if (kind !== 'nothing' && !socket.destroyed) socket.write('a');
  }, seconds(1));
  workspace.atEnd(() => clearInterval(drip));
  for (let n = 0; n < count; n += 100)
    slow.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, (_, k) => open(port, KINDS[(n + k) % KINDS.length] as Kind)),
      )),
    );
  let highestMb = memoryBefore;
  await until(
    async () => {
      highestMb = Math.max(highestMb, memoryMbOf(app.pid));
      const left = slow.filter(({ endedAtMs }) => endedAtMs === undefined).length;
      if (left > 0) throw new Error(`${left} connections are open.`);
    },
    seconds(60),
    100,
  );
  isOver = true;
  await Promise.all(visitors);

  const figures = new Figures();
  figures.add('slow connections', slow.length);
  for (const kind of KINDS) {
    const lives = slow
      .filter((one) => one.kind === kind)
      .map(({ startedAtMs, endedAtMs = Number.POSITIVE_INFINITY }) => endedAtMs - startedAtMs);
    const longest = Math.max(...lives);
    figures.add(
      `the longest of those that send ${SENT[kind]} was open for`,
      `${(longest / 1000).toFixed(1)} s`,
      `≤ ${allowedCutMs / 1000} s`,
      longest <= allowedCutMs,
    );
  }
  const growth = highestMb - memoryBefore;
  figures.add(
    'growth of memory',
    `${growth.toFixed(0)} MB`,
    `≤ ${allowedGrowthMb} MB`,
    growth <= allowedGrowthMb,
  );
  figures.add('requests of good clients', durationsMs.length, '> 0', durationsMs.length > 0);
  figures.none('of them not answered with 200', failed);
  figures.add(
    'their median, alone and meanwhile',
    `${alone.toFixed(0)} / ${median(durationsMs).toFixed(0)} ms`,
  );
  return figures.print();
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
