// Measures the structure of the source: one table of the figures that docs/architecture.md sets limits to.
//
//   npm run structure                            the working tree
//   npm run structure -- --compare <revision>    beside the same figures of a git revision
//   npm run structure -- --json                  as JSON, with the names of what was counted
//   npm run structure -- --output <file>         into a file
//
// "Source" is every .ts and .tsx file in src that is neither a test (*.test.ts, *.test.tsx) nor a
// testing helper (testing*.ts). A comment beside a row says how it is counted.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readArguments } from './commands.mjs';
import { findDuplicates, readSourceFile, type SourceFile } from './structure/source-file.ts';

export interface Row {
  label: string;
  value: number | string;
  /** Names of what was counted, where they help. */
  names?: string[];
}

type Pair = [from: string, to: string];

const DUPLICATE_LINES = 15;
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isHelper = (path: string) => /\/testing[^/]*\.tsx?$/.test(path) && !isTest(path);
/** The plain lists and the pages: their purpose is to import many others once. */
const LISTS =
  /^src\/(server\/(routes|jobs|mails|features|main)\.ts|web\/(App\.tsx|entry\.[^/]+|pages\/.+))$/;

/** The figures of the tree at `root`. */
export function measure(root: string): Row[] {
  const paths = filesIn(join(root, 'src')).map((name) => `src/${name}`);
  const code = paths.filter((path) => /\.tsx?$/.test(path));
  const sources = code.filter((path) => !isTest(path) && !isHelper(path));
  const files = sources.map((path) => readSourceFile(root, path));
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of files)
    for (const to of imports) importers.set(to, new Set(importers.get(to)).add(path));
  // Importers are source files. Types, re-exports and import() count; a test does not.
  const single = sources.flatMap((path) => {
    const [importer, another] = importers.get(path) ?? [];
    return importer && !another ? [{ path, importer }] : [];
  });
  const lines = files.map((file) => file.lines);
  const functions = files.flatMap((file) => file.functionLines);
  const features = links(files, (path) => /^src\/features\/([^/]+)\//.exec(path)?.[1]);
  const folders = links(files, (path) => /^src\/features\/(.+)\/[^/]+$/.exec(path)?.[1]);
  const inside = mutual(folders).filter(([a, b]) => a.split('/')[0] === b.split('/')[0]);
  const isNested = ([a, b]: Pair) => b.startsWith(`${a}/`);
  const duplicates = findDuplicates(files, DUPLICATE_LINES);
  const migrations = filesIn(join(root, 'migrations'));
  const bytesOf = (name: string) => statSync(join(root, 'migrations', name)).size;
  const total = (some: string[]) => sum(some.map((path) => countLines(read(root, path))));
  const row = (label: string, value: Row['value']): Row => ({ label, value });
  const named = (label: string, names: string[]): Row => ({ label, value: names.length, names });
  return [
    row('source files', files.length),
    row('source lines', sum(lines)), // as wc -l counts them
    row('files of at most 20 lines', lines.filter((n) => n <= 20).length),
    row('files with exactly one importer', single.length),
    row(
      '… which lies in the same folder',
      single.filter(({ path, importer }) => dirname(path) === dirname(importer)).length,
    ),
    row(
      '… which is a plain list or a page',
      single.filter(({ importer }) => LISTS.test(importer)).length,
    ),
    row(
      'services with exactly one importer',
      single.filter(({ path }) => path.endsWith('.service.ts')).length,
    ),
    // Any file of the one imports any file of the other, and the reverse.
    named('features that import each other, pairs', mutual(features).map(arrow)),
    // Each of these reaches itself through others.
    named('features in a cycle of any length', inCycle(features)),
    // The folder of a file is the one that it lies in.
    named(
      'sub-folders of a feature that import each other, pairs',
      inside.filter((pair) => !isNested(pair)).map(arrow),
    ),
    named('folders and their own sub-folders, pairs', inside.filter(isNested).map(arrow)),
    named('folders with more than 25 source files', fullFolders(sources)),
    named('folders with more than 25 files, tests included', fullFolders(code)),
    row('lines of a file, p50 / p90 / max', percentiles(lines)),
    // Functions, methods and arrow functions with a block; one inside another counts for both.
    row('functions', functions.length),
    row('lines of a function, p50 / p90 / max', percentiles(functions)),
    row('functions over 100 lines', functions.filter((n) => n > 100).length),
    row('any types', sum(files.map((file) => file.anyTypes))),
    row('casts', sum(files.map((file) => file.casts))), // `as X` and `<X>y`, but not `as const`
    row('non-null assertions', sum(files.map((file) => file.nonNullAssertions))),
    // A place is a longest run of lines that occurs somewhere else too: two copies are two places.
    named(`duplicated runs of at least ${DUPLICATE_LINES} lines, places`, duplicates.places),
    row('lines in duplicated runs', duplicates.lines),
    row('test files', code.filter(isTest).length),
    row('test lines', total(code.filter(isTest))),
    row('testing helper files', code.filter(isHelper).length),
    row('testing helper lines', total(code.filter(isHelper))),
    row('migrations', migrations.filter((name) => /^[^/]+\.sql$/.test(name)).length),
    row('bytes of migrations/', sum(migrations.map(bytesOf))),
  ];
}

/** Which group of files imports which other one. */
function links(files: SourceFile[], groupOf: (path: string) => string | undefined) {
  const found = new Map<string, Set<string>>();
  for (const { path, imports } of files)
    for (const [from, to] of imports.map((target) => [groupOf(path), groupOf(target)]))
      if (from && to && from !== to) found.set(from, new Set(found.get(from)).add(to));
  return found;
}

function mutual(graph: Map<string, Set<string>>): Pair[] {
  const pairs = [...graph].flatMap(([from, all]) => [...all].map((to): Pair => [from, to]));
  return pairs.filter(([a, b]) => a < b && graph.get(b)?.has(a)).sort();
}

function inCycle(graph: Map<string, Set<string>>): string[] {
  const reached = (from: string) => {
    const found = new Set(graph.get(from));
    for (const one of found) for (const next of graph.get(one) ?? []) found.add(next);
    return found;
  };
  return [...graph.keys()].filter((name) => reached(name).has(name)).sort();
}

function fullFolders(paths: string[]): string[] {
  const sizes = Map.groupBy(paths, dirname);
  return [...sizes]
    .filter(([, all]) => all.length > 25)
    .map(([name, all]) => `${name} (${all.length})`);
}

/** The tree's tracked files, and the pack of its whole history as a clone fetches it. */
function repositoryRows(revision: string): Row[] {
  const listed = git('ls-tree', '-r', '-l', revision).toString().trim().split('\n');
  const pack = execFileSync('git', ['pack-objects', '--stdout', '--revs', '-q'], {
    input: `${revision}\n`,
    maxBuffer: 2 ** 30,
  });
  return [
    { label: 'tracked files', value: listed.length },
    {
      label: 'bytes of tracked files',
      value: sum(listed.map((line) => Number(line.split(/\s+/)[3]))),
    },
    { label: 'bytes of the pack of the history', value: pack.length },
  ];
}

const git = (...args: string[]) => execFileSync('git', args, { maxBuffer: 2 ** 30 });

/** The figures of a revision, from a copy that is deleted again. */
function measureRevision(revision: string): Row[] {
  const copy = mkdtempSync(join(tmpdir(), 'one-africa-structure-'));
  try {
    execFileSync('tar', ['-x', '-C', copy], {
      input: git('archive', revision, 'src', 'migrations'),
    });
    return [...measure(copy), ...repositoryRows(revision)];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const arrow = (pair: Pair) => pair.join(' ↔ ');
const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0);
const countLines = (text: string) => text.split('\n').length - 1;
const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');

/** Nearest rank: the p-th is the smallest figure that p of all are not above. */
function percentiles(figures: number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  return [0.5, 0.9, 1].map((p) => sorted[Math.ceil(p * sorted.length) - 1] ?? 0).join(' / ');
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(relative(folder, entry.parentPath), entry.name))
    .sort();
}

/** One line for each row; the names of what was counted are below the table. */
function tableOf(now: Row[], before?: Row[]): string {
  const show = (row?: Row) =>
    typeof row?.value === 'number' ? row.value.toLocaleString('en') : (row?.value ?? '-');
  const cells = now.map((row) => [
    row.label,
    ...(before ? [show(before.find(({ label }) => label === row.label))] : []),
    show(row),
  ]);
  const table = [['', ...(before ? ['before', 'now'] : ['now'])], ...cells];
  const width = (n: number) => Math.max(...table.map((line) => line[n]?.length ?? 0));
  const lines = table.map((line) =>
    line
      .map((cell, n) => (n === 0 ? cell.padEnd(width(n)) : cell.padStart(width(n))))
      .join('  ')
      .trimEnd(),
  );
  const lists = now.filter(({ names = [] }) => names.length > 0 && names.length <= 40);
  return [
    ...lines,
    ...lists.map(({ label, names = [] }) => `\n${label}:\n  ${names.join('\n  ')}`),
  ].join('\n');
}

function main(): void {
  const { compare, json, output } = readArguments('structure').values;
  const before = typeof compare === 'string' ? measureRevision(compare) : undefined;
  const now = [...measure('.'), ...repositoryRows('HEAD')];
  const text = json ? JSON.stringify({ before, now }, null, 2) : tableOf(now, before);
  if (typeof output === 'string') writeFileSync(output, `${text}\n`);
  else console.log(text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
