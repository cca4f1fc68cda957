// The whole test suite: `npm test`, or some of its groups: `npm test -- pglite e2e`.
//
// Each group runs as a process of its own and leaves its counts in a file. The last line is
// "N passed, N failed". A group that executed nothing has failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'one-africa-tests-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** name → a function that runs the group and returns its counts. */
const groups = {
  check: async () => {
    const file = join(scratch, 'check.json');
    await run(['scripts/check.mjs', '--counts', file]);
    return readCounts(file, (counts) => counts);
  },
  unit: () => vitest('unit', 'web'),
  pglite: () => vitest('pglite'),
  postgres: () => vitest('postgres'),
  e2e,
  prove,
};

async function vitest(...projects) {
  const file = join(scratch, `${projects[0]}.json`);
  const chosen = projects.flatMap((name) => ['--project', name]);
  const code = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...chosen,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return readCounts(file, (report) => {
    // A file that could not be loaded, or an error outside any test, is a failure without a test.
    const brokenFiles = report.testResults.filter(
      (one) =>
        one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
    );
    const failed = report.numFailedTests + brokenFiles.length;
    return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
  });
}

async function e2e() {
  if (!hasFiles('e2e', /\.(test|spec)\.ts$/)) return nothing('There is no journey in e2e/.');
  const file = join(scratch, 'e2e.json');
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readCounts(file, ({ stats, errors }) => {
    const failed = stats.unexpected + stats.flaky + errors.length;
    return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed };
  });
}

async function prove() {
  const proofs = existsSync('prove')
    ? readdirSync('prove').filter((name) => /^[\w-]+\.ts$/.test(name))
    : [];
  if (!proofs.length) return nothing('There is no proof in prove/.');
  const counts = { passed: 0, failed: 0 };
  for (const name of proofs.sort()) {
    console.log(`\n── prove/${name} --quick`);
    const code = await run([`prove/${name}`, '--quick']);
    counts[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) console.log(`prove/${name} failed (exit code ${code})`);
  }
  return counts;
}

// ── parts ────────────────────────────────────────────────────────────────────────────────────────

const running = new Set();
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    for (const child of running) child.kill(signal);
  });
}

/** Runs Node with our output; resolves to the exit code, never rejects for a failing test. */
function run(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    running.add(child);
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

function readCounts(file, count) {
  if (!existsSync(file)) return nothing('It ended without a report; its output is above.');
  return count(JSON.parse(readFileSync(file, 'utf8')));
}

function nothing(sentence) {
  console.error(sentence);
  return { passed: 0, failed: 1 };
}

function hasFiles(folder, pattern) {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => pattern.test(name))
  );
}

// ── the run ──────────────────────────────────────────────────────────────────────────────────────

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !groups[name]);
if (unknown.length) {
  console.error(
    `No group is named ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}.`,
  );
  process.exit(1);
}

const rows = [];
for (const name of Object.keys(groups).filter((name) => !asked.length || asked.includes(name))) {
  console.log(`\n══ ${name}`);
  const startedAt = Date.now();
  let counts = await groups[name]();
  if (counts.passed + counts.failed === 0)
    counts = nothing(`The group "${name}" executed no test.`);
  rows.push({ name, minutes: (Date.now() - startedAt) / 60_000, ...counts });
  if (isStopping) process.exit(130);
}

const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
const line = (name, ...cells) =>
  console.log(name.padEnd(10) + cells.map((cell) => String(cell).padStart(9)).join(''));
console.log('');
line('group', 'minutes', 'passed', 'failed');
for (const { name, minutes, passed, failed } of rows)
  line(name, minutes.toFixed(1), passed, failed);
line('all', sum('minutes').toFixed(1), sum('passed'), sum('failed'));
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') ? 1 : 0;
