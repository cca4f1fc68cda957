import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureFirstAdmin } from '../features/members/administrators/first-administrator.service.ts';
import { requireContracts } from '../features/payments/rails/crypto/chain/paying-chain.service.ts';
import { refuseTestMoney } from '../features/payments/core/test-money.service.ts';
import { startWatching } from '../features/payments/rails/crypto/watch/watch.service.ts';
import { createApp } from './app.ts';
import { readAssets } from './pages/assets.ts';
import { OutdatedDatabase } from './database/baseline.ts';
import { longestAnswerMs, stopWhenAsked } from './http/stopping.ts';
import { whenIdle } from './http/when-idle.ts';
import { movableClock, systemClock } from './clock.ts';
import { openDatabase } from './database/database.ts';
import {
  identify,
  loadPageData,
  loadPageVersion,
  findCampaign,
  loadPicture,
  measures,
  loadPreviewData,
  loadReceipt,
  loadSignature,
  recordLastSeen,
} from './features.ts';
import { jobs } from './jobs.ts';
import { describeError } from './log.ts';
import { migrate } from './database/migrate.ts';
import { externalServicesOf } from './external-services.ts';
import { createQueue } from './queue/queue.ts';
import { routes } from './routes.ts';
import { warnOfUnreadable } from './sealed-column.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Opens everything in order, listens, and closes it in the opposite order when asked to stop. */
async function main(settings: Settings, isDevelopment: boolean): Promise<void> {
  requireContracts(settings);
  const database = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    onIdleError: report,
  });
  await migrate(database);
  await refuseTestMoney(database.db, settings);
  // Only loaded where it may run: a production image has no sandbox.
  const sandbox = settings.sandbox
    ? await (await import('./sandbox.ts')).openSandbox(settings, (line) =>
        process.stderr.write(`${line}\n`),
      )
    : undefined;
  const queue = createQueue(database, settings.databaseUrl, report, jobs);
  const clock = sandbox ? movableClock(sandbox.offsetMs) : systemClock;
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  const built = isDevelopment
    ? await (await import('./development.ts')).openDevelopment()
    : await loadBuilt();

  const { app, context, drain } = await createApp({
    settings,
    database,
    queue,
    routes,
    publicUrl,
    identify,
    recordLastSeen,
    loadPageData,
    loadPreviewData,
    loadPageVersion,
    loadReceipt,
    loadSignature,
    findCampaign,
    loadPicture,
    measures,
    clock,
    ...built,
    externalServices: externalServicesOf(settings, () => sandbox?.sandboxServices()),
    ...(sandbox ? { sandboxMail: sandbox.mail } : {}),
    install: (fastify, opened) => {
      built.install?.(fastify);
      sandbox?.install(fastify, opened, clock as ReturnType<typeof movableClock>);
    },
  });
  const adminLink = await ensureFirstAdmin(context);
  await queue.createQueues();
  const address = await app.listen({ port: settings.port, host: settings.host });
  const warned = warnOfUnreadable(context, app.log, SEALED_COLUMNS).catch(report);
  // A page waits for no job: the queue begins once the site is open.
  const working = queue.work(context, app.log, database.pglite ? whenIdle(app.server) : undefined);
  const endWatch = startWatching(context, app.log);
  const closeOthers = async () => {
    // `main` reports a failure of the queue where it waits for it; everything open is closed all the same, also while
    // the queue waits for a database that is away.
    const begun = working.catch(() => undefined);
    await Promise.race([begun, sleep(longestAnswerMs, undefined, { ref: false })]);
    await endWatch();
    await warned;
    await queue.stop();
    await sandbox?.stop();
    await database.close();
  };
  stopWhenAsked(app, { drainMs: settings.drainMs, drain, closeOthers, report });
  await Promise.all([sandbox?.announce(address), working]);
  printStartMessage(settings, publicUrl, sandbox?.inboxUrl, adminLink);
}

async function loadBuilt() {
  const { renderPage, drawMap, translateInto } = await import(join(dist, 'server/page.js'));
  const { renderMail, loadMailExamples } = await import(join(dist, 'server/mails.js'));
  return {
    render: renderPage,
    drawMap,
    translate: translateInto,
    renderMail,
    loadMailExamples,
    assets: readAssets(dist),
    clientDir: join(dist, 'client'),
    install: undefined,
  };
}

function printStartMessage(
  settings: Settings,
  publicUrl: string,
  inboxUrl: string | undefined,
  adminLink: string | undefined,
): void {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say('');
  say(`One Africa Passport is open at ${publicUrl}`);
  say(
    settings.databaseUrl
      ? '  data      PostgreSQL at DATABASE_URL'
      : `  data      ${join(settings.dataDir, 'db')} (embedded; a power cut can lose the last moments, PostgreSQL does not)`,
  );
  say(
    inboxUrl
      ? `  sandbox   mail (read it at ${inboxUrl}), beside it PayPal and a chain; no real mail leaves and no real money moves`
      : '  sandbox   none',
  );
  say(
    adminLink
      ? `  admin     create the first administrator within 30 minutes: ${adminLink}`
      : `  admin     ${publicUrl}/admin`,
  );
  say('');
}

function report(error: unknown): void {
  process.stderr.write(
    `${JSON.stringify({ level: 50, time: Date.now(), err: describeError(error) })}\n`,
  );
}

process.on('unhandledRejection', (error) => {
  report(error);
  process.exit(1);
});

try {
  // Variables of the environment win over the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  await main(readSettings(process.env), process.argv.includes('--dev'));
} catch (error) {
  if (!(error instanceof SettingError || error instanceof OutdatedDatabase)) report(error);
  process.stderr.write(
    `The site cannot start. ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}
