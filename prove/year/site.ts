import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestChain, chainOf } from '../../sandbox/chain/testing.ts';
import { findOrStartSandbox, type Sandbox } from '../../sandbox/client.ts';
import { paypalOf } from '../../sandbox/paypal/testing.ts';
import { startPostgres } from '../../scripts/postgres.mjs';
import { days, minutes, seconds } from '../../src/shared/time.ts';
import { type App, type AppOptions, startApp, ADMIN } from '../../testing/app.ts';
import { logInAsAdmin, openManualRails } from '../../testing/visit.ts';
import { freePort, until, type Workspace } from '../../testing/workspace.ts';
import type { DatabaseReader } from '../kill-app/database-reader.ts';
import { readPostgres } from '../kill-app/database-reader.ts';
import type { Chance } from '../chance.part.ts';
import { Line } from '../payer.part.ts';
import { NoticeDelivery } from './notice-delivery.ts';

/** Far more than the slowest of them needs. */
const idleWithinMs = seconds(180);

/** What the hours of a day do, in this order: the due instalments come first, and what reads them then. */
const ROUNDS = [
  ['dues-advance', 'card-reconcile', 'card-notices-left', 'paypal-refunds'],
  ['due-reminders', 'card-charge', 'transfers-remind', 'card-reconcile-days'],
  ['card-reconcile', 'card-report', 'treasury-balances', 'statements-due', 'mail-sweep'],
] as const;

/** The app, its sandbox and its database, through kills and a moved clock. */
export class Site {
  readonly line: Line;
  readonly paypal: ReturnType<typeof paypalOf>;
  readonly chain: TestChain;
  readonly sandbox: Sandbox;
  readonly db: DatabaseReader;
  readonly databaseUrl: string;
  readonly delivery: NoticeDelivery;
  kills = 0;
  readonly #workspace: Workspace;
  readonly #options: AppOptions;
  #app: App;
  #startedAt: Date;

  private constructor(
    workspace: Workspace,
    options: AppOptions & { databaseUrl: string },
    parts: { app: App; sandbox: Sandbox; db: DatabaseReader; delivery: NoticeDelivery },
  ) {
    this.#workspace = workspace;
    this.#options = options;
    this.#app = parts.app;
    this.#startedAt = new Date();
    this.sandbox = parts.sandbox;
    this.paypal = paypalOf(parts.sandbox);
    this.chain = chainOf(parts.sandbox);
    this.db = parts.db;
    this.databaseUrl = options.databaseUrl;
    this.delivery = parts.delivery;
    this.line = new Line(parts.app.origin);
  }

  static async open(workspace: Workspace, chance: Chance): Promise<Site> {
    const postgres = await startPostgres({ fsync: false });
    workspace.atEnd(postgres.stop);
    const dataDir = join(workspace.folder, 'data');
    const options = {
      port: await freePort(),
      dataDir,
      databaseUrl: postgres.url,
      environment: {
        ADDRESS_LIMIT_FACTOR: '100000',
        UNDO_SECONDS: '0',
        // It may run beside others on a busy machine, at a low priority.
        MAX_EVENT_LOOP_DELAY_MS: '0',
      },
    };
    const app = await startApp(workspace, options);
    const sandbox = await findOrStartSandbox({
      dataDir: join(dataDir, 'sandbox'),
      log: () => undefined,
    });
    const db = await readPostgres(postgres.url);
    workspace.atEnd(db.close);
    const delivery = await NoticeDelivery.open(`${app.origin}/paypal/webhook`, chance);
    workspace.atEnd(() => delivery.close());
    const site = new Site(workspace, options, { app, sandbox, db, delivery });
    await site.paypal.hook({ url: delivery.url });
    await openManualRails(app.origin, await site.logIn());
    return site;
  }

  /** The end of what the app wrote. */
  log = (): string => this.#app.log();

  logIn = (): Promise<string> => logInAsAdmin(this.#app.origin, ADMIN);

  /** kill -9 and a start. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.#app.kill();
    this.#app = await startApp(this.#workspace, this.#options);
    this.#startedAt = new Date();
    // The start names its own address to PayPal.
    await this.paypal.hook({ url: this.delivery.url });
  }

  /** Today by the sandbox's clock, as YYYY-MM-DD. */
  async today(): Promise<string> {
    return (await this.now()).toISOString().slice(0, 10);
  }

  now = async (): Promise<Date> => new Date(Date.now() + (await this.sandbox.clock.offsetMs()));

  /** Moves the clock by some days, and does what these do to the queue, which goes by the machine's clock. */
  async passDays(count: number): Promise<void> {
    await this.#move(days(count), []);
    await this.#retryJobs();
  }

  async passMinutes(count: number): Promise<void> {
    await this.#move(minutes(count), ['card-reconcile']);
    await this.#idle();
  }

  /** Time enough to ask PayPal about every order of which nobody knows the outcome. */
  async askAgain(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      const unknown = await this.db.rows<object>(
        `select id from paypal_orders where state in ('creating', 'capturing') limit 1`,
      );
      if (unknown.length === 0) return;
      await this.passMinutes(2);
    }
  }

  /** Does the jobs of an hour, and waits for what they have sent. */
  async workAnHour(): Promise<void> {
    for (const jobs of ROUNDS) {
      await this.#move(0, jobs);
      await this.#idle();
    }
  }

  /** Begins a job of the clock's. */
  work = (job: string): Promise<void> => this.#move(0, [job]);

  async #move(advanceMs: number, jobs: readonly string[]): Promise<void> {
    const answer = await this.line.insist({
      method: 'PUT',
      path: '/sandbox/clock',
      body: { advanceMs, jobs },
    });
    if (answer.status !== 200) throw new Error(`The clock: ${answer.status} ${answer.text}`);
  }

  /** What failed waits no longer, and what a kill has cut is tried again. */
  async #retryJobs(): Promise<void> {
    await this.db.rows(`update pgboss.job set start_after = now()
      where state in ('created', 'retry') and start_after > now()`);
    await this.db.rows(
      `update pgboss.job set start_after = now(), retry_count = retry_count + 1,
         state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state
       where state = 'active' and started_on < $1`,
      [this.#startedAt],
    );
  }

  /** Waits until the queue has nothing to do now. */
  async #idle(): Promise<void> {
    await until(
      async () => {
        const waiting = await this.db.rows<{ name: string }>(
          `select name from pgboss.job where (state in ('created', 'retry') and start_after <= now())
             or (state = 'active' and started_on >= $1)`,
          [this.#startedAt],
        );
        if (waiting.length > 0) throw new Error(`These jobs do not end: ${waiting[0]?.name}`);
      },
      idleWithinMs,
      40,
    );
  }

  /** Waits for something that the site does by itself. */
  async until(hold: () => Promise<void>): Promise<void> {
    try {
      await until(hold, idleWithinMs, 100);
    } catch (error) {
      const failed = await this.db.rows<object>(
        `select name, state, output from pgboss.job where state in ('failed', 'retry', 'active') limit 20`,
      );
      console.log(...failed);
      throw error;
    }
  }

  /** Nothing waits, not even for later. */
  async finish(): Promise<void> {
    this.delivery.isOrderly = true;
    await this.paypal.breakWith();
    for (let round = 0; round < 3; round++) {
      await this.delivery.deliverRest();
      await this.passDays(0);
      await this.passMinutes(240);
      await this.#retryJobs();
      await this.workAnHour();
      await sleep(100);
    }
  }
}
