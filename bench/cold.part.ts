// The real site on an embedded database that forgets its pages before every request, so that each
// one is read from the database, rendered and compressed anew. Run by render.ts:
//
//   node bench/cold.part.ts <port>
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../src/server/app.ts';
import { readAssets } from '../src/server/pages/assets.ts';
import { openDatabase } from '../src/server/database/database.ts';
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
} from '../src/server/features.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { externalServicesOf } from '../src/server/external-services.ts';
import { createQueue } from '../src/server/queue/queue.ts';
import { routes } from '../src/server/routes.ts';
import { readSettings } from '../src/server/settings.ts';

const port = Number(process.argv[2]);
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const { renderPage, drawMap, translateInto } = await import(join(dist, 'server/page.js'));
const { renderMail, loadMailExamples } = await import(join(dist, 'server/mails.js'));
const publicUrl = `http://localhost:${port}`;
const settings = readSettings({ ...process.env, PUBLIC_URL: publicUrl, LOG_LEVEL: 'warn' });
const database = await openDatabase({});
await migrate(database);
const queue = createQueue(database, undefined, (error) => console.error(error.message), []);

const { app, dropPages } = await createApp({
  settings,
  database,
  queue,
  routes,
  publicUrl,
  identify,
  loadPageData,
  loadPreviewData,
  loadPageVersion,
  loadReceipt,
  loadSignature,
  findCampaign,
  loadPicture,
  measures,
  render: renderPage,
  drawMap,
  translate: translateInto,
  renderMail,
  loadMailExamples,
  externalServices: externalServicesOf(settings, () => undefined),
  assets: readAssets(dist),
});
app.server.prependListener('request', dropPages);
await app.listen({ port, host: '127.0.0.1' });
