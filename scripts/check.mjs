// The checks that need no running site: `npm run check -- --help`. All of them run, even after a failure.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { readArguments } from './commands.mjs';

const bin = (path) => `node_modules/${path}`;
// Named, because without folders the linter may walk node_modules.
const folders = ['src', 'sandbox', 'scripts', 'e2e', 'prove', 'bench', 'testing'].filter((folder) =>
  existsSync(folder),
);

/** name → [script and its arguments, what its output must show]. A check that saw nothing has failed. */
const checks = {
  format: [[bin('@biomejs/biome/bin/biome'), 'format', '.', '--reporter=summary']],
  lint: [[bin('oxlint/bin/oxlint'), ...folders, '--deny-warnings'], sawSome(/on (\d+) files/)],
  'types of the server': [[bin('@typescript/native/bin/tsc'), '-p', 'tsconfig.server.json']],
  'types of the web': [[bin('@typescript/native/bin/tsc'), '-p', 'tsconfig.web.json']],
  'types of the tests': [[bin('@typescript/native/bin/tsc'), '-p', 'tsconfig.tests.json']],
  // Without the compiler's old API the cruiser passes after seeing "0 modules".
  imports: [
    [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      'src',
      'sandbox',
      '--output-type',
      'err-long',
    ],
    sawSome(/(\d+) modules/),
  ],
  'dead code': [[bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints']],
  words: [['scripts/words.mjs'], sawSome(/in (\d+) files/)],
  vocabulary: [['scripts/vocabulary.mjs'], sawSome(/in (\d+) files/)],
  'lock file': [['scripts/complete-lock.mjs', '--check']],
  secrets: [['scripts/secret-scan.mjs'], sawSome(/(\d+) files/)],
  ...(existsSync('drizzle.config.ts') && { migrations: [['scripts/migration-drift.mjs']] }),
};

/** True when the number that `pattern` finds in a check's output is above 0. */
function sawSome(pattern) {
  return (output) => Number(pattern.exec(output)?.[1] ?? 0) > 0;
}

const {
  positionals: args,
  values: { counts: countsFile },
} = readArguments('check');
const unknown = args.filter((name) => !checks[name]);
if (unknown.length) {
  console.error(
    `No check is named ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`,
  );
  process.exit(1);
}
const chosen = args.length ? args : Object.keys(checks);

let failed = 0;

async function checkOne(name) {
  const [command, sawEnough = () => true] = checks[name];
  const startedAt = Date.now();
  const { code, output } = await outputOf(command);
  const isFine = code === 0 && sawEnough(output);
  if (!isFine) failed += 1;
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(2);
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${minutes} min  ${name}`);
  if (!isFine) console.log(code === 0 ? `It passed without seeing a file:\n${output}` : output);
}

/** The output of a command on both streams, and its exit code. */
function outputOf(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(said).toString() }));
  });
}

// Two at a time: most of them use one core.
const waiting = [...chosen];
async function worker() {
  for (let name = waiting.shift(); name; name = waiting.shift()) await checkOne(name);
}
await Promise.all([worker(), worker()]);

if (countsFile)
  writeFileSync(countsFile, JSON.stringify({ passed: chosen.length - failed, failed }));
process.exitCode = failed ? 1 : 0;
