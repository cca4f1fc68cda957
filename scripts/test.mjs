// The test suite (docs/testing.md):
//
//   npm test                      what guards behaviour, in at most twelve minutes on two cores
//   npm run test:full             everything: both databases, both sizes of screen, all quick proofs
//   npm test -- postgres journeys          some groups; `server` is postgres and pglite
//   npm run test:full -- pglite
//
// Each group runs as a process of its own and leaves its counts in a file. The last line is
// "N passed, N failed". A group that executed nothing has failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasPostgres } from './postgres.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'one-africa-tests-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

const given = process.argv.slice(2);
const isFull = given[0] === '--full';
const asked = isFull ? given.slice(1) : given;

/** name → a function that runs the group and returns its counts, and the names of what failed. */
const groups = {
  check: async () => {
    const file = join(scratch, 'check.json');
    await run(['scripts/check.mjs', '--counts', file]);
    return readCounts(file, (counts) => counts);
  },
  unit: () => vitest('unit'),
  screens: () => vitest('screens'),
  postgres: () => vitest('postgres'),
  pglite: () => vitest('pglite'),
  journeys,
  proofs,
};
/** Other names of groups. */
const aliases = {
  server: ['postgres', 'pglite'],
  e2e: ['journeys'],
  prove: ['proofs'],
};

async function vitest(project) {
  const file = join(scratch, `${project}.json`);
  const code = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { SERVER_TESTS_ON_PGLITE: isFull || isWithoutPostgres ? 'all' : '' },
  );
  return readCounts(file, (report) => {
    // A file that could not be loaded, or an error outside any test, is a failure without a test.
    const brokenFiles = report.testResults.filter(
      (one) =>
        one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
    );
    const failed = report.numFailedTests + brokenFiles.length;
    const names = report.testResults.flatMap((one) => [
      ...(brokenFiles.includes(one)
        ? [failure(relative(process.cwd(), one.name), [one.message])]
        : []),
      ...one.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) =>
          failure(`${relative(process.cwd(), one.name)}: ${test.fullName}`, test.failureMessages),
        ),
    ]);
    return { passed: report.numPassedTests, ...failures(failed, names, code) };
  });
}

async function journeys() {
  if (!hasFiles('e2e', /\.(test|spec)\.ts$/)) return nothing('There is no journey in e2e/.');
  const file = join(scratch, 'journeys.json');
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    JOURNEYS: isFull ? 'all' : '',
  });
  return readCounts(file, ({ stats, errors, suites }) => {
    const failed = stats.unexpected + stats.flaky + errors.length;
    const names = suites
      .flatMap(specsOf)
      .flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ projectName, results }) =>
            failure(`e2e/${file}: ${title} (${projectName})`, results.flatMap(reasonsOf)),
          ),
      );
    return { passed: stats.expected, ...failures(failed, names, code) };
  });
}

/** Why a journey failed, at which line, and what its page showed then. */
const reasonsOf = ({ errors, attachments }) => [
  ...errors.flatMap(({ message, location }) => [
    message,
    location ? `at line ${location.line}` : '',
  ]),
  ...attachments
    .filter(({ name, path }) => name === 'error-context' && path)
    .flatMap(({ path }) => readFileSync(path, 'utf8').split('```yaml')[1]?.split('```')[0] ?? ''),
];

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Compares times of two milliseconds: nothing else may run beside it. */
const ALONE = ['enumeration.ts'];
/** The others also wait, and run three at a time, these first: they take the longest, from two minutes to half a one. */
const LONG = [
  'xss.ts',
  'kill-app.ts',
  'kill-pay.ts',
  'year.ts',
  'csrf.ts',
  'paypal-unknown.ts',
  'crypto.ts',
  'bulk-mail.ts',
  'mutations.ts',
];
/** Proofs of money and access that no server test replaces, and of the bytes of pages: docs/testing.md says why. */
const GUARDS = [
  'brute-force.ts',
  'idempotency.ts',
  'idor.ts',
  'kill-pay.ts',
  'mass-assignment.ts',
  'page-weight.ts',
  'sessions.ts',
  'webhooks.ts',
];

async function proofs() {
  const all = existsSync('prove')
    ? readdirSync('prove').filter((name) => /^[\w-]+\.ts$/.test(name))
    : [];
  const chosen = isFull ? all : all.filter((name) => GUARDS.includes(name));
  if (!chosen.length) return nothing('There is no proof in prove/.');
  const names = [];
  const proveOne = async (name, isAlone) => {
    const startedAt = Date.now();
    const { code, output } = await proofRun(name, isAlone);
    const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
    console.log(
      isAlone
        ? `(${minutes} minutes)`
        : `\n── prove/${name} --quick\n${output}(${minutes} minutes)`,
    );
    if (code === 0) return;
    names.push(failure(`prove/${name}`, output.split('\n').slice(-60)));
    console.log(`prove/${name} failed (exit code ${code})`);
  };
  const place = (name) => (LONG.includes(name) ? LONG.indexOf(name) : LONG.length);
  chosen.sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
  for (const name of chosen.filter((one) => ALONE.includes(one))) await proveOne(name, true);
  const waiting = chosen.filter((one) => !ALONE.includes(one));
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await proveOne(name, false);
  };
  await Promise.all([worker(), worker(), worker()]);
  return { passed: chosen.length - names.length, failed: names.length, names };
}

/** Alone, a proof prints as it goes; of three at a time, each is printed when it ends. */
async function proofRun(name, isAlone) {
  const args = ['--import', './scripts/resolve-once.mjs', `prove/${name}`, '--quick'];
  if (!isAlone) {
    const printed = [];
    const code = await run(args, {}, (chunk) => printed.push(chunk));
    return { code, output: Buffer.concat(printed).toString() };
  }
  console.log(`\n── prove/${name} --quick`);
  return { code: await run(args), output: '' };
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

/**
 * Runs Node with our output, or with a listener to its own; resolves to the exit code, never
 * rejects for a failing test.
 */
function run(args, environment = {}, onOutput) {
  return new Promise((resolve, reject) => {
    const stream = onOutput ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', stream, stream],
      env: { ...process.env, ...environment },
    });
    running.add(child);
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', reject);
    // A listener has the whole output only when its streams are closed.
    child.once(onOutput ? 'close' : 'exit', (code) => {
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
  return { passed: 0, ...failures(1, [sentence]) };
}

/** The failed test, and the beginning of the reason: the end of a long log is read first, or is all that remains. */
function failure(name, messages) {
  const why = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() && !line.includes('/node_modules/'))
    .slice(0, 60);
  return [name, ...why.map((line) => `      ${line}`)].join('\n');
}

/** A run that ended badly has failed, even when it names no test. */
function failures(failed, names, code = 0) {
  return { failed: code !== 0 && failed === 0 ? 1 : failed, names };
}

function hasFiles(folder, pattern) {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => pattern.test(name))
  );
}

// ── the run ──────────────────────────────────────────────────────────────────────────────────────

const known = [...Object.keys(groups), ...Object.keys(aliases)];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length) {
  console.error(`No group is named ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}
const named = asked.flatMap((name) => aliases[name] ?? [name]);
let chosen = Object.keys(groups).filter((name) => !named.length || named.includes(name));

const isWithoutPostgres = chosen.includes('postgres') && !hasPostgres();
if (isWithoutPostgres) {
  console.log('There is no PostgreSQL on this machine: all server tests run on PGlite.');
  chosen = Object.keys(groups).filter(
    (name) => name === 'pglite' || (name !== 'postgres' && chosen.includes(name)),
  );
}

const rows = [];
for (const name of chosen) {
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
const broken = rows.flatMap(({ name, names = [] }) => names.map((one) => `  ${name}: ${one}`));
if (broken.length) console.log(['', 'Failed:', ...broken].join('\n'));
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') ? 1 : 0;
