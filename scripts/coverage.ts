// The coverage check: docs/coverage.md says of everything that the specification asks of the pages of
// visitors and members where it lives and which test proves it; this reads the page and the files that it names.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';

/** One line of a table, by its columns' names. */
type Row = Readonly<Record<string, string>>;

/** The texts of one file, and its tests as "describe › test". */
interface MessageAnswer {
  texts: readonly string[];
  titles: ReadonlySet<string>;
}

export const columns = {
  here: ['§', 'asked for', 'where it lives', 'proved by'],
  later: ['§', 'asked for', 'why not here'],
} as const;

/** The rows of all tables of a page whose header is `names`. */
function rowsOf(page: string, names: readonly string[]): Row[] {
  const rows: Row[] = [];
  let isWanted = false;
  let isInside = false;
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) isInside = false;
    else if (!isInside) [isInside, isWanted] = [true, cellsOf(line).join() === names.join()];
    else if (isWanted && !/^[|\s:-]+$/.test(line))
      rows.push(
        Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? 'surplus', cell])),
      );
  }
  return rows;
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** The lists of a page, "- **name** (count): one · two", by their names. */
export function listsOf(page: string): Record<string, { count: number; items: string[] }> {
  const lines = page.matchAll(/^- \*\*(.+?)\*\* \((\d+)\): (.+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', count, items = '']) => [
      name,
      { count: Number(count), items: items.split(' · ') },
    ]),
  );
}

/** Every text of a file (strings, JSX, templates, regular expressions, names of keys), and its tests. */
function readFile(file: string, source: string): MessageAnswer {
  if (!/\.tsx?$/.test(file)) return { texts: [source], titles: new Set() };
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const texts: string[] = [];
  const titles = new Set<string>();
  const around: string[] = [];
  // The title of a test says what is looked for and looks for nothing.
  const unread = new Set<number>();
  new Visitor({
    Literal(node) {
      if (unread.has(node.start)) return;
      if ('regex' in node) texts.push(node.regex.pattern.replaceAll('\\', ''));
      else if (typeof node.value === 'string') texts.push(node.value);
    },
    JSXText: (node) => void texts.push(node.value),
    TemplateElement: (node) => void texts.push(node.value.cooked ?? ''),
    Property: (node) => void (node.key.type === 'Identifier' && texts.push(node.key.name)),
    // The name of a file is nothing that anyone reads.
    ImportDeclaration: (node) => void unread.add(node.source.start),
    CallExpression(node) {
      const title = titleOf(node, source);
      if (title === undefined) return;
      unread.add(node.arguments[0]?.start ?? -1);
      if (kindOf(node).includes('describe')) around.push(title);
      else titles.add([...around, title].join(' › '));
    },
    'CallExpression:exit'(node) {
      if (titleOf(node, source) !== undefined && kindOf(node).includes('describe')) around.pop();
    },
  }).visit(program);
  return { texts, titles };
}

/** The called function: `test.each([…])` is "test.each". */
function kindOf(call: Node): string {
  if (call.type === 'Identifier') return call.name;
  if (call.type === 'CallExpression') return kindOf(call.callee);
  if (call.type === 'MemberExpression' && call.property.type === 'Identifier')
    return `${kindOf(call.object)}.${call.property.name}`;
  return '';
}

const kinds = /^(test|describe)(\.(describe|each|for|skipIf|runIf|extend|sequential))*$/;

/** The title of a test that runs, or of a group of tests, as it is written; undefined for every other call. */
function titleOf(call: Node, source: string): string | undefined {
  if (call.type !== 'CallExpression' || !kinds.test(kindOf(call))) return undefined;
  const [title] = call.arguments;
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  if (title?.type === 'TemplateLiteral') return source.slice(title.start + 1, title.end - 1);
  return undefined;
}

const quoted = (cell = '') => [...cell.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);
const coded = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** "`file` › title", several of them on lines of their own. */
const proofsOf = (cell = '') =>
  cell.split('<br>').flatMap((part) => {
    const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(part.trim()) ?? [];
    return file ? [{ file, title }] : [];
  });

/**
 * The faults of the page `docs/coverage.md` of the tree at `root`, a sentence for each fault, and
 * how much was looked at. “Words” and `names` of a row must be in one of its sources and in one of
 * its tests; “words” of later work must not be in the source yet.
 */
export function checkCoverage(root: string) {
  const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');
  const files = new Map<string, MessageAnswer | undefined>();
  const read = (file: string) => {
    if (!files.has(file)) {
      const path = join(root, file);
      files.set(file, existsSync(path) ? readFile(file, readFileSync(path, 'utf8')) : undefined);
    }
    return files.get(file);
  };
  const here = rowsOf(page, columns.here);
  const later = rowsOf(page, columns.later);
  const texts = here.flatMap((row) => [...quoted(row['asked for']), ...coded(row['asked for'])]);
  return {
    faults: [...here.flatMap((row) => faultsOf(row, read)), ...faultsOfLater(later, root, read)],
    counts: { here: here.length, later: later.length, texts: texts.length },
  };
}

function faultsOf(row: Row, read: (file: string) => MessageAnswer | undefined): string[] {
  const asked = row['asked for'] ?? '';
  const fault = (sentence: string) => `“${asked}” ${sentence}`;
  const sources = coded(row['where it lives']);
  const proofs = proofsOf(row['proved by']);
  const faults: string[] = [];
  if (!asked || !row['§'] || 'surplus' in row) faults.push(fault('is no whole row'));
  if (sources.length === 0) faults.push(fault('lives nowhere'));
  if (proofs.length === 0) faults.push(fault('is proved by nothing'));
  for (const file of sources)
    if (!read(file)) faults.push(fault(`lives in ${file}, which is not there`));
  for (const { file, title } of proofs) {
    if (!read(file)) faults.push(fault(`is proved in ${file}, which is not there`));
    else if (!read(file)?.titles.has(title)) faults.push(fault(`is proved by no “${title}”`));
  }
  const isFound = (text: string, places: readonly string[]) =>
    places.some((file) => read(file)?.texts.some((one) => holds(one, text)));
  const tests = proofs.map(({ file }) => file);
  for (const text of [...quoted(asked), ...coded(asked)]) {
    if (!isFound(text, sources)) faults.push(fault(`is not said in its source: ${text}`));
    // A test sees the sentence with its placeholders filled.
    const parts = text.split(/\{\w+\}/).map((part) => part.trim());
    if (!parts.every((part) => isFound(part, tests)))
      faults.push(fault(`is not looked for in its test: ${text}`));
  }
  return faults;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole words: “Name” is not in “Names”, and “Email” not in “EmailField”. */
const holds = (whole: string, text: string) =>
  new RegExp(`(?<!\\p{L})${escaped(text)}(?!\\p{L})`, 'u').test(whole);

function faultsOfLater(
  rows: Row[],
  root: string,
  read: (file: string) => MessageAnswer | undefined,
) {
  const said = new Set(sourcesOf(root).flatMap((file) => read(file)?.texts ?? []));
  return rows.flatMap((row) => [
    ...(row['asked for'] && row['why not here'] ? [] : [`“${row['asked for']}” has no reason`]),
    ...quoted(row['asked for'])
      .filter((text) => said.has(text))
      .map((text) => `“${text}” is there by now: it belongs to what is proved`),
  ]);
}

const sourcesOf = (root: string) =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join('src', name));
