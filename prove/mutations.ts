// Takes each defence out of a copy of the program and runs the tests that guard it: one of them must fail.
//
//   npm run prove -- mutations                     every defence of the list
//   npm run prove -- mutations --quick             three of them
//   npm run prove -- mutations --quick --seed=7    the same three again
//   npm run prove -- mutations --only='csv|mail'   those whose name or file matches this
//
// Proves that the test suite notices when a line is lost that keeps strangers, forged messages or wrong money out. The
// copy holds the files that git knows. First the tests run as they are, since a test that fails anyway proves nothing.
// Then each defence is taken out by itself. Only a failed test counts: a file that cannot be loaded, or that collects
// no test, fails the proof, and so does a line that is not in its file exactly once.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { hours } from '../src/shared/time.ts';
import { chanceFrom } from './chance.part.ts';
import { Figures } from './figures.part.ts';
import { ACCESS } from './mutations/access.ts';
import type { Defence } from './mutations/defence.ts';
import { MONEY } from './mutations/money.ts';
import { TEXTS } from './mutations/texts.ts';

const DEFENCES = [...ACCESS, ...TEXTS, ...MONEY];

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];

/** The counts of one run of vitest. */
interface Run {
  passed: number;
  /** The full names of the tests that failed. */
  failures: string[];
  /** Of the files that were to run, those in which no test was collected. */
  withoutTests: number;
  output: string;
}

/** The part of vitest's report that is read. */
interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** What the suite made of a defence that is missing. */
interface Outcome {
  defence: Defence;
  result: string;
  isCaught: boolean;
}

function chosenDefences(isQuick: boolean): readonly Defence[] {
  const wanted = option('only');
  if (wanted !== undefined)
    return DEFENCES.filter(({ name, file }) => new RegExp(wanted).test(`${name} ${file}`));
  if (!isQuick) return DEFENCES;
  const seed = Number(option('seed') ?? Date.now() % 2 ** 31);
  console.log(`mutations: --seed=${seed}`);
  const chance = chanceFrom(seed);
  const left = DEFENCES.filter(({ isSlow }) => !isSlow);
  return [1, 2, 3].map(() => left.splice(chance.below(left.length), 1)[0] as Defence);
}

/** The files that git knows, as they are now, beside the installed packages and the built pages. */
function copyProgram(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  for (const file of listed.split('\0').filter((name) => name && existsSync(name)))
    cpSync(file, join(folder, file));
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(folder, name));
}

/**
 * The file without its defence. Throws when the line is not there exactly once (then it has moved), or when what is left
 * cannot be read: then no test would say anything about the defence.
 */
function withoutDefence({ name, file, line, instead }: Defence, text: string): string {
  const count = text.split(line).length - 1;
  if (count !== 1)
    throw new Error(
      `The defence has moved ("${name}"): its line is in ${file} ${count} times, not once.`,
    );
  const left = text.replace(line, () => instead);
  const isProgram = /\.tsx?$/.test(file);
  if (isProgram && parseSync(file, left).errors.length > 0)
    throw new Error(`Without its defence ("${name}") ${file} is no program.`);
  return left;
}

function guardOf(tests: string): { project: string; test: string } {
  const [project = '', test = ''] = tests.split(' ');
  return { project, test };
}

/** Runs test files of one project in the copy. */
async function runTests(
  workspace: Workspace,
  folder: string,
  project: string,
  tests: readonly string[],
): Promise<Run> {
  const report = join(workspace.folder, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...tests,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  workspace.own(child.pid as number);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
    });
  await new Promise((done) => child.once('close', done));
  workspace.disown(child.pid as number);
  if (!existsSync(report)) return { passed: 0, failures: [], withoutTests: tests.length, output };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const collected = testResults.filter(({ assertionResults }) => assertionResults.length > 0);
  return {
    passed: numPassedTests,
    failures: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName),
    withoutTests: tests.length - collected.length,
    output,
  };
}

/** The tests as they are, one run for each project; answers what is wrong with them. */
async function runUnchanged(
  workspace: Workspace,
  folder: string,
  defences: readonly Defence[],
): Promise<string[]> {
  const problems: string[] = [];
  const guards = [...new Set(defences.map(({ tests }) => tests))].map(guardOf);
  for (const [project, guarded] of Map.groupBy(guards, (one) => one.project)) {
    const tests = guarded.map(({ test }) => test);
    const { passed, failures, withoutTests, output } = await runTests(
      workspace,
      folder,
      project,
      tests,
    );
    console.log(`${project}: ${tests.length} files, ${passed} tests pass, ${failures.length} fail`);
    problems.push(...failures.map((name) => `${project}: ${name}`));
    if (withoutTests || !passed)
      problems.push(`${project}: ${withoutTests} files have no test\n${output}`);
  }
  return problems;
}

async function takeOut(workspace: Workspace, folder: string, defence: Defence): Promise<Outcome> {
  const { file, tests } = defence;
  const { project, test } = guardOf(tests);
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, withoutDefence(defence, original));
  try {
    const { failures, withoutTests, output } = await runTests(workspace, folder, project, [test]);
    if (withoutTests) {
      console.log(output);
      return { defence, result: 'NO TEST RAN', isCaught: false };
    }
    if (failures.length === 0) return { defence, result: 'SURVIVED', isCaught: false };
    const count = failures.length === 1 ? '1 test' : `${failures.length} tests`;
    return { defence, result: `caught by ${count}`, isCaught: true };
  } finally {
    writeFileSync(path, original);
  }
}

function printTable(outcomes: readonly Outcome[]): void {
  const rows = [
    ['defence', 'tests', 'without it'],
    ...outcomes.map(({ defence, result }) => [
      defence.name,
      guardOf(defence.tests).test.replace(/^src\/(features\/)?/, ''),
      result,
    ]),
  ];
  const widthOf = (n: number) => Math.max(...rows.map((row) => (row[n] ?? '').length));
  const widths = [widthOf(0), widthOf(1)];
  console.log('');
  for (const row of rows)
    console.log(
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

await inWorkspace(hours(2), async (workspace) => {
  const figures = new Figures();
  const defences = chosenDefences(workspace.isQuick);
  const folder = join(workspace.folder, 'program');
  copyProgram(folder);
  for (const defence of defences)
    withoutDefence(defence, readFileSync(join(folder, defence.file), 'utf8'));

  const problems = await runUnchanged(workspace, folder, defences);
  figures.none('tests that fail as they are', problems);
  if (problems.length > 0) return figures.print();

  const outcomes: Outcome[] = [];
  for (const defence of defences) {
    const outcome = await takeOut(workspace, folder, defence);
    // Asked to end: its tests were cut, which says nothing.
    if (workspace.isOver) return false;
    console.log(`${outcome.result}: ${defence.name}`);
    outcomes.push(outcome);
  }
  printTable(outcomes);
  const survivors = outcomes.filter(({ isCaught }) => !isCaught);
  figures.add('defences taken out', outcomes.length, '> 0', outcomes.length > 0);
  figures.none(
    'that no test missed',
    survivors.map(({ defence }) => `${defence.name} (${defence.file})`),
  );
  return figures.print();
});
