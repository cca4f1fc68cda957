// Readers that ask for much in one packet and never read.
//
//   npm run prove -- pipelining           2,000 connections
//   npm run prove -- pipelining --quick   200
//
// First they ask for a hundred and fifty answers each, then for as many as one connection may wait for, always for
// the largest answer that anyone may have. Proves that the process grows by no more than 64 MB, that it goes on
// answering at once, and that those who ask for too much are cut within 12 seconds. That a reader who takes nothing is
// cut as well shows answer-turns.test.ts.
//
// V8 enlarges the space of its young objects in any rush, and does not soon return it. So before the memory is first
// measured as many readers ask at once, each for one answer, and read it: what they cost is printed as well, and the
// growth is all that is added afterwards.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes, seconds } from '../src/shared/time.ts';
import { inWorkspace, until } from '../testing/workspace.ts';
import { Figures } from './figures.part.ts';
import { memoryMbOf, socketsOf, startSite } from './process.part.ts';

const allowedGrowthMb = 64;
const allowedCutMs = seconds(12);
const allowedAnswerMs = seconds(2);
/** Connections of the proof's own questions and of the pool, which come and go. */
const sparesOfOurs = 8;

const ASKED = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A reader that asks once and reads all of it. */
async function readOnce(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(ASKED.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await once(socket.resume(), 'close');
}

/** A connection that asks so often and reads nothing. */
async function attack(port: number, times: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(ASKED.repeat(times));
  return socket;
}

await inWorkspace(minutes(4), async (workspace) => {
  const count = workspace.isQuick ? 200 : 2000;
  const { app, port } = await startSite(workspace);
  const look = async (path: string) => {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - startedAt };
  };
  // What every reader makes the process keep is no growth.
  for (let n = 0; n < 200; n++) await look(n % 2 ? '/api/openapi.json' : '/readyz');
  const atRest = memoryMbOf(app.pid);
  await Promise.all(Array.from({ length: count }, () => readOnce(port)));
  await sleep(seconds(2));
  const before = memoryMbOf(app.pid);
  const socketsBefore = socketsOf(app.pid);

  const attackers: Socket[] = [];
  workspace.atEnd(() => attackers.forEach((socket) => socket.destroy()));
  const attackAll = async (times: number) =>
    attackers.push(
      ...(await Promise.all(Array.from({ length: count }, () => attack(port, times)))),
    );
  const answers: { status: number; ms: number }[] = [];
  let highest = before;
  const watch = async () => {
    answers.push(await look('/readyz'));
    highest = Math.max(highest, memoryMbOf(app.pid));
  };
  await attackAll(150);
  const attackedAt = performance.now();
  await until(
    async () => {
      await watch();
      const left = socketsOf(app.pid) - socketsBefore;
      if (left > sparesOfOurs) throw new Error(`${left} connections are open.`);
    },
    seconds(40),
    50,
  );
  const cut = performance.now() - attackedAt;
  const highestFirst = highest;
  // Of these the kernel may take everything: it costs nothing of ours, so they may stay.
  await attackAll(5);
  for (const end = performance.now() + allowedCutMs; performance.now() < end; await sleep(50))
    await watch();

  const figures = new Figures();
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  const growth = highest - before;
  figures.add('connections of each kind', count);
  figures.add('memory at rest', `${atRest.toFixed(0)} MB`);
  figures.add('growth by as many who read', `${(before - atRest).toFixed(0)} MB`);
  figures.add('growth by the first kind', `${(highestFirst - before).toFixed(0)} MB`);
  figures.add(
    'growth at the most',
    `${growth.toFixed(0)} MB`,
    `≤ ${allowedGrowthMb} MB`,
    growth <= allowedGrowthMb,
  );
  figures.add(
    'of those who ask too much, the last was cut after',
    `${(cut / 1000).toFixed(1)} s`,
    `≤ ${allowedCutMs / 1000} s`,
    cut <= allowedCutMs,
  );
  figures.add(
    'slowest /readyz meanwhile',
    `${(slowest / 1000).toFixed(2)} s`,
    `≤ ${allowedAnswerMs / 1000} s`,
    slowest <= allowedAnswerMs,
  );
  figures.none(
    '/readyz that was not 200',
    answers.filter(({ status }) => status !== 200).map(({ status }) => String(status)),
  );
  return figures.print();
});
