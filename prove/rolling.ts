// Rolling restarts of two instances on one PostgreSQL behind a load balancer, while visitors read, sign and listen.
//
//   npm run prove -- rolling           20 restarts
//   npm run prove -- rolling --quick   4 restarts
//
// Proves that no request fails while the instances are restarted one after the other, with SIGTERM and with SIGINT,
// that every signature that was acknowledged is a row, and that open event streams come back at the other instance.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { type App, startApp } from '../testing/app.ts';
import { addressOf, send } from '../testing/visit.ts';
import { freePort, inWorkspace, type Workspace, until } from '../testing/workspace.ts';
import { Figures, spread } from './figures.part.ts';
import { startBalancer } from './rolling/balancer.ts';
import { join as joinMembers, type Member } from './two-instances/people.ts';
import { listenAt } from './two-instances/stream.ts';

const readers = 6;
const signers = 4;
const checkMs = 250;
/** Longer than a check and its answer on a busy machine. */
const drainSeconds = 3;
const PAGES = ['/', '/sign', '/?lang=fr', '/api/unity-declaration', '/terms'];

/** What visitors do until they are asked to stop; each in turn, without a pause. */
class Visitors {
  readonly failed: string[] = [];
  readonly acknowledged: string[] = [];
  reads = 0;
  streamsOpened = 0;
  #isOver = false;
  readonly #running: Promise<void>[] = [];

  readonly origin: string;

  constructor(origin: string, members: readonly Member[]) {
    this.origin = origin;
    for (let n = 0; n < readers; n++) this.#repeat(() => this.#read());
    for (let n = 0; n < signers; n++) this.#repeat((time) => this.#sign(`${n}-${time}`));
    for (const member of members) this.#repeat(() => this.#listen(member));
  }

  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  #repeat(act: (time: number) => Promise<void>): void {
    const run = async () => {
      for (let time = 0; !this.#isOver; time++)
        await act(time).catch((error: Error) => this.failed.push(String(error.cause ?? error)));
    };
    this.#running.push(run());
  }

  async #read(): Promise<void> {
    const path = PAGES[this.reads++ % PAGES.length] as string;
    const { status, text } = await send(this.origin, { method: 'GET', path });
    if (status !== 200) this.failed.push(`GET ${path}: ${status} ${text.slice(0, 200)}`);
  }

  async #sign(mark: string): Promise<void> {
    const email = `signer-${mark}@prove.example`;
    const { status, text } = await send(this.origin, {
      path: '/api/unity-declaration',
      body: { fullName: 'Awa Diop', email, country: 'Senegal', agreeToDeclaration: true },
      key: `rolling-${mark}`,
      from: addressOf(this.acknowledged.length),
    });
    if (status === 201) this.acknowledged.push(email);
    else this.failed.push(`sign: ${status} ${text.slice(0, 200)}`);
  }

  /** Reads the stream until an instance ends it, as a page does, which opens it again. */
  async #listen(member: Member): Promise<void> {
    const stream = await listenAt(this.origin, member.browser.cookie);
    this.streamsOpened++;
    while (stream.endedAtMs === undefined && !this.#isOver)
      await Promise.race([stream.ended, sleep(200)]);
    stream.close();
  }
}

await inWorkspace(
  process.argv.includes('--quick') ? 300_000 : 1_200_000,
  async (workspace: Workspace) => {
    const restarts = workspace.isQuick ? 4 : 20;
    const figures = new Figures();
    const postgres = await startPostgres();
    workspace.atEnd(postgres.stop);
    const port = await freePort();
    const balancer = startBalancer(port, checkMs);
    workspace.atEnd(balancer.close);
    const origin = `http://localhost:${port}`;
    const start = async () => {
      const own = await freePort();
      const app = await startApp(workspace, {
        port: own,
        dataDir: join(workspace.folder, 'data'),
        databaseUrl: postgres.url,
        environment: {
          PUBLIC_URL: origin,
          ADDRESS_LIMIT_FACTOR: '1000',
          // Two starts of the other instance on two cores are no overload.
          MAX_EVENT_LOOP_DELAY_MS: '0',
          DRAIN_SECONDS: String(drainSeconds),
        },
      });
      balancer.add(own);
      return { app, own };
    };
    const pair: { app: App; own: number }[] = [await start(), await start()];
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    workspace.atEnd(() => client.end());
    const members = await joinMembers({ origin } as App, client, 4);

    const visitors = new Visitors(origin, members);
    await until(() => {
      if (visitors.streamsOpened < members.length || visitors.acknowledged.length === 0)
        throw new Error('The visitors have not begun.');
    }, 20_000);
    const stoppedMs: number[] = [];
    for (let n = 0; n < restarts; n++) {
      const old = pair.shift() as (typeof pair)[number];
      const from = performance.now();
      await old.app.stop(n % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      stoppedMs.push(performance.now() - from);
      balancer.remove(old.own);
      pair.push(await start());
      // Both serve for a while before the next one leaves.
      await sleep(1000);
    }
    await visitors.finish();

    const { rows } = await client.query<{ email: string }>('select email from unity_declarations');
    const written = new Set(rows.map(({ email }) => email));
    const { failed, acknowledged, reads, streamsOpened } = visitors;
    figures.add('restarts with SIGTERM and SIGINT, one instance after the other', restarts);
    figures.add('from the signal to the end, min / median / max', spread(stoppedMs));
    figures.add('pages and calls read', reads, '> 0', reads > restarts);
    figures.add(
      'signatures acknowledged',
      acknowledged.length,
      '> 0',
      acknowledged.length > restarts,
    );
    figures.none('requests that failed', failed);
    figures.none(
      'signatures acknowledged and lost',
      acknowledged.filter((email) => !written.has(email)),
    );
    const again = streamsOpened - members.length;
    figures.add('event streams opened again', again, '≥ 1 a restart', again >= restarts);
    return figures.print();
  },
);
