// Makes a database migrated and empty, as the first start of a site does:
//
//   node scripts/prepare-database.ts <postgres://… or data folder>
//
// For tests that start many sites and copy it. A site that starts on a copy migrates nothing and goes on from there.
import { jobs } from '../src/server/jobs.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { createQueue } from '../src/server/queue/queue.ts';

const place = process.argv[2];
if (!place)
  throw new Error('Say which: node scripts/prepare-database.ts <postgres://… or data folder>');
const url = /^postgres(ql)?:/.test(place) ? place : undefined;
const database = await openDatabase(url ? { url } : { dataDir: place });
await migrate(database);
const queue = createQueue(database, url, (error) => console.error(error), jobs);
await queue.createQueues();
await queue.stop();
await database.close();
