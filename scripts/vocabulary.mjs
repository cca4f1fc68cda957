// The vocabulary check: words that are not ours any more stay out of names, comments, test titles and documents.
//
//   node scripts/vocabulary.mjs            reports every use of a word that scripts/vocabulary/words.mjs refuses
//   node scripts/vocabulary.mjs --list <word>   prints every use of one
//
// Sentences of the interface are left out: they are keys of the catalogue and belong to their translators.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';
import { ALLOWED, WORDS } from './vocabulary/words.mjs';

const FOLDERS = /^(src|sandbox|scripts|prove|e2e|bench|docs)\/|^[^/]+\.md$/;
const NOT_READ =
  /^(CHANGELOG\.md|src\/web\/locales\/.*|scripts\/vocabulary(\/(words|phrases)\.mjs|(\.test)?\.(mjs|ts)))$/;

/** The kinds of parts of a file; the first is the default. */
const KINDS = ['code', 'text', 'left out'];

/** "takeLead", "take-lead" and "TAKE_LEAD" as "take lead". */
const inWords = (text) =>
  /^[a-z\s]*$/.test(text)
    ? text
    : text
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
        .replace(/([A-Za-z])(\d)/g, '$1 $2')
        .replace(/(\w)[-_]+(?=\w)/g, '$1 ')
        .replace(/[_$]/g, ' ')
        .toLowerCase();

/** Every name in a piece of code, apart from each other by bars. */
const namesIn = (code) =>
  (code.match(/[A-Za-z_$][\w$]*(?:-[A-Za-z][\w$]*)*/g) ?? []).map(inWords).join(' | ');

/**
 * The words of one file, line by line: `names` of code and `text` of comments, sentences and documents,
 * both in lower-case words. Line 0 is the file's own path.
 * @param {(sentence: string) => boolean} isTranslated tells the sentences to leave out
 */
export function readPassages(path, source, isTranslated = () => false) {
  const isCode = /\.(tsx?|mjs)$/.test(path);
  const spans = isCode ? textSpans(path, source, isTranslated) : documentSpans(path, source);
  const kinds = new Uint8Array(source.length);
  for (const { start, end, kind } of spans) kinds.fill(KINDS.indexOf(kind), start, end);
  const only = (kind) => {
    let all = '';
    for (let at = 0; at < source.length; at++)
      all += KINDS[kinds[at]] === kind || source[at] === '\n' ? source[at] : ' ';
    return all.split('\n');
  };
  const [code, prose] = [only('code'), only('text')];
  const passages = source.split('\n').map((original, n) => {
    // A comment names code in backticks, or in camel case.
    const named = [];
    const rest = prose[n].replace(/`[^`]*`|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*/g, (found) => {
      named.push(found);
      return ' ';
    });
    const names = [namesIn(code[n]), ...named.map(namesIn)].filter(Boolean).join(' | ');
    return { line: n + 1, original, names, text: inWords(rest) };
  });
  return [
    { line: 0, original: path, names: namesIn(path.replaceAll('/', ' ')), text: '' },
    ...passages,
  ];
}

/** Comments, sentences and expressions of a script. A string without a space is a name. */
function textSpans(path, source, isTranslated) {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
  const spans = comments.map(({ start, end }) => ({ start, end, kind: 'text' }));
  const add = ({ start, end }, value, isText = /\s/.test(value.trim())) => {
    const isAddress = !isText && /@|:\/\//.test(value);
    if (isAddress || isTranslated(value)) spans.push({ start, end, kind: 'left out' });
    else if (isText) spans.push({ start, end, kind: 'text' });
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node, node.value);
      else if ('regex' in node) add(node, node.regex.pattern.replace(/[\\^$]/g, ''), true);
    },
    TemplateElement: (node) => add(node, node.value.raw),
    JSXText: (node) => add(node, node.value),
  }).visit(program);
  return spans;
}

/** A document is text, and code between its fences. A sheet is code, and its comments are text. */
function documentSpans(path, source) {
  const spansOf = (pattern, kind) =>
    [...source.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      kind,
    }));
  if (path.endsWith('.css')) return spansOf(/\/\*[\s\S]*?\*\//g, 'text');
  const whole = { start: 0, end: source.length, kind: 'text' };
  return [whole, ...spansOf(/^```[\s\S]*?^```/gm, 'code')];
}

/** Sentences of the catalogue, and longer parts of one as tests ask for them. */
function translatedIn(root) {
  const file = join(root, 'src/web/locales/fr.json');
  const keys = existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const all = new Set(keys);
  const whole = keys.join('\n').toLowerCase();
  return (value) =>
    all.has(value) || (/\w\s+\w/.test(value.trim()) && whole.includes(value.trim().toLowerCase()));
}

const matcher = ({ word }) => new RegExp(`\\b(?:${word})\\b`, 'g');

/** Every use of `words` in the files of `root`, with the allowance that covers it, if any. */
export function findUses(root, paths, words = WORDS, allowed = ALLOWED) {
  const isTranslated = translatedIn(root);
  const patterns = words.map((entry) => ({
    entry,
    pattern: matcher(entry),
    kinds: kindsOf(entry),
  }));
  const uses = [];
  for (const path of paths) {
    const passages = readPassages(path, readFileSync(join(root, path), 'utf8'), isTranslated);
    const whole = {
      names: passages.map(({ names }) => names).join('\n'),
      text: passages.map(({ text }) => text).join('\n'),
    };
    for (const { entry, pattern, kinds } of patterns) {
      if (entry.where === 'files' && basename(path).search(pattern) === 0)
        uses.push({ entry, path, line: 0, original: path });
      if (!kinds.some((kind) => whole[kind].search(pattern) >= 0)) continue;
      for (const { line, original, ...said } of passages) {
        const count = kinds.flatMap((kind) => said[kind].match(pattern) ?? []).length;
        const covering = count > 0 ? allowancesOf(entry, path, original, allowed) : [];
        for (let n = 0; n < count; n++)
          uses.push({ entry, path, line, original, allowance: covering[n] });
      }
    }
  }
  return uses;
}

/** The allowances for uses on one line; each covers one use for every match of its `line`. */
const allowancesOf = ({ word }, path, original, allowed) =>
  allowed
    .filter((one) => one.word === word && (one.path?.test(path) ?? true))
    .flatMap((one) => {
      const matches = one.line ? [...original.matchAll(new RegExp(one.line, 'g'))].length : 99;
      return Array.from({ length: matches }, () => one);
    });

const kindsOf = ({ where }) =>
  where === 'anywhere' ? ['names', 'text'] : where === 'files' ? [] : [where];

/** Tracked files, and those that are about to be. */
function listFiles() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\0')
    .filter((path) => FOLDERS.test(path) && /\.(tsx?|mjs|md|css)$/.test(path))
    .filter((path) => !NOT_READ.test(path) && existsSync(path));
}

function main() {
  const { values } = parseArgs({
    options: { list: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log('node scripts/vocabulary.mjs [--list <word>]');
  const paths = listFiles();
  const uses = findUses('.', paths);
  if (values.list) {
    const listed = uses.filter(({ entry }) => matcher(entry).test(values.list));
    for (const { path, line, original, allowance } of listed)
      console.log(`${path}:${line}${allowance ? ' (allowed)' : ''} ${original.trim()}`);
    return;
  }
  const faults = uses.filter(({ allowance }) => !allowance);
  for (const { entry, path, line } of faults)
    console.error(`${path}:${line} “${entry.word}” is not ours any more: ${entry.instead}`);
  for (const one of ALLOWED)
    if (!uses.some(({ allowance }) => allowance === one))
      console.log(`“${one.word}” needs no allowance for: ${one.reason}`);
  console.log(`vocabulary ${WORDS.length} words in ${paths.length} files, ${faults.length} faults`);
  process.exitCode = faults.length ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
