// Makes the embedded database of a data folder, migrated and empty, as the first start of a site does:
//
//   node scripts/prepare-folder.ts <folder>
//
// For tests that start many sites and copy it. A site that starts on a copy migrates nothing and goes on from there.
import { jobs } from '../src/server/jobs.ts';
import { openDatabase } from '../src/server/database.ts';
import { migrate } from '../src/server/migrate.ts';
import { createQueue } from '../src/server/queue.ts';

const dataDir = process.argv[2];
if (!dataDir) throw new Error('Say which folder: node scripts/prepare-folder.ts <folder>');
const database = await openDatabase({ dataDir });
await migrate(database);
const queue = createQueue(database, undefined, (error) => console.error(error), jobs);
await queue.createQueues();
await queue.stop();
await database.close();
