// Opens a folder of the embedded database with nothing around it, says so and waits to be killed: the measure of what a
// start costs on this machine, now.
//
//   node prove/kill-app/bare.ts <folder>
import { PGlite } from '@electric-sql/pglite';

const [folder] = process.argv.slice(2);
const engine = await PGlite.create({ dataDir: folder as string });
await engine.query('select count(*) from unity_declarations');
process.stdout.write('open\n');
setInterval(() => undefined, 60_000);
