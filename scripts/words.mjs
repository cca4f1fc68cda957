// The words check: no sentence reaches a visitor without passing through the catalogue, and none sounds translated.
//
//   node scripts/words.mjs            reports bare words, and translations that are missing, surplus or wrong
//   node scripts/words.mjs --list     prints every sentence of the catalogue as JSON
//
// A sentence is translated by `t('…')` in components, `translate('…')` anywhere, and marked by
// `words('…')` where it is only named (contracts, tables). Its English text is its key.
// Text in no language (a currency code, a sample) is inside an element with
// `translate="no"`, HTML's own word for that.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { translationFaults } from './translation.mjs';
import { PHRASES } from './vocabulary/phrases.mjs';

const spokenAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'hint',
  'label',
  'placeholder',
  'title',
]);
const catalogueCalls = new Set(['t', 'translate', 'words']);

const oneLine = (text) => text.trim().replace(/\s+/g, ' ');
const hasLetter = (text) => /\p{L}/u.test(text.replace(/&#?\w+;/g, ''));

/**
 * The texts of one file. `bare` are words on their way to a visitor that no catalogue knows;
 * `sentences` are the catalogue's. Both carry their line.
 * @returns {{ bare: { line: number, text: string }[], sentences: { line: number, text: string }[] }}
 */
export function readWords(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`);
  const found = { bare: [], sentences: [] };
  const note = (list, node, text) => {
    found[list].push({ line: lineOf(source, node), text });
  };

  /** The values of this file's names, as far as it has been read. */
  const named = new Map();

  /** The literals that an expression may turn out to be: both arms of a condition, parts of a template. */
  function* literals(node) {
    if (node?.type === 'Literal' && typeof node.value === 'string') yield [node, node.value];
    if (node?.type === 'TemplateLiteral')
      for (const part of node.quasis) yield [part, part.value.cooked];
    if (node?.type === 'ConditionalExpression') {
      yield* literals(node.consequent);
      yield* literals(node.alternate);
    }
    if (node?.type === 'LogicalExpression') {
      yield* literals(node.left);
      yield* literals(node.right);
    }
    if (node?.type === 'BinaryExpression' && node.operator === '+') {
      yield* literals(node.left);
      yield* literals(node.right);
    }
    const inner = [
      'JSXExpressionContainer',
      'ParenthesizedExpression',
      'TSAsExpression',
      'TSSatisfiesExpression',
    ];
    if (inner.includes(node?.type)) yield* literals(node.expression);
  }

  function noteBare(node) {
    for (const [at, text] of literals(node)) if (hasLetter(text)) note('bare', at, oneLine(text));
  }

  function visit(node, isLanguage) {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, isLanguage);
      return;
    }
    if (typeof node?.type !== 'string') return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const attributes = node.openingElement?.attributes ?? [];
      const speaks =
        isLanguage &&
        !attributes.some((one) => one.name?.name === 'translate' && one.value?.value === 'no');
      for (const attribute of attributes) {
        if (speaks && spokenAttributes.has(attributeName(attribute))) noteBare(attribute.value);
        visit(attribute, speaks);
      }
      for (const child of node.children) {
        if (speaks && child.type === 'JSXText' && hasLetter(child.value))
          note('bare', child, oneLine(child.value));
        if (speaks && child.type === 'JSXExpressionContainer') noteBare(child);
        visit(child, speaks);
      }
      return;
    }
    if (node.type === 'VariableDeclarator' && node.id.name) named.set(node.id.name, node.init);
    if (
      node.type === 'CallExpression' &&
      catalogueCalls.has(node.callee.property?.name ?? node.callee.name)
    ) {
      // A template with holes has no fixed English text and so no key: values belong in the second argument.
      const [given] = node.arguments;
      const sentence = given?.type === 'Identifier' ? named.get(given.name) : given;
      if (sentence?.type === 'TemplateLiteral' && sentence.expressions.length) noteBare(sentence);
      else for (const [at, text] of literals(sentence)) if (text) note('sentences', at, text);
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value, isLanguage);
  }

  visit(program.body, true);
  return found;
}

/** A JSX text begins right after the tag before it: its leading line breaks do not count. */
function lineOf(source, { start }) {
  const indent = /^\s*/.exec(source.slice(start))[0].length;
  return source.slice(0, start + indent).split('\n').length;
}

function attributeName({ name }) {
  return name?.type === 'JSXNamespacedName'
    ? `${name.namespace.name}:${name.name.name}`
    : name?.name;
}

/**
 * Every fault of the tree at `root`, as "file:line sentence"; also all sentences, sorted.
 * `counts` says how much was read, so that a check of nothing cannot pass for one.
 */
export function checkWords(root) {
  const faults = [];
  const sentences = new Set();
  const files = sourceFiles(root);
  for (const file of files) {
    const { bare, sentences: spoken } = readWords(file, readFileSync(join(root, file), 'utf8'));
    for (const { text } of spoken) sentences.add(text);
    if (!file.endsWith('.tsx')) continue;
    for (const { line, text } of bare)
      faults.push(`${file}:${line} “${text}” is not passed through t('…')`);
  }
  faults.push(...phraseFaults(root, files, sentences));
  const languages = listLanguages(root);
  for (const language of languages) faults.push(...catalogueFaults(root, language, sentences));
  return {
    faults,
    sentences: [...sentences].sort(),
    counts: { files: files.length, languages: languages.length },
  };
}

/** Sentences, source files and documents that hold a refused phrase (vocabulary/phrases.mjs). */
function phraseFaults(root, files, sentences) {
  const faults = [];
  for (const sentence of sentences)
    for (const { phrase, instead, inSentences } of PHRASES)
      if (inSentences && phrase.test(sentence)) faults.push(`“${sentence}”: write “${instead}”`);
  for (const file of [...files, ...documents(root)])
    for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries())
      for (const { phrase, instead, inSentences } of PHRASES)
        if (!inSentences && phrase.test(line))
          faults.push(`${file}:${at + 1} “${line.trim()}”: write “${instead}”`);
  return faults;
}

const documents = (root) =>
  ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => name.endsWith('.md'))
          .map((name) => join(folder, name))
      : [],
  );

const listLanguages = (root) =>
  existsSync(join(root, 'src/web/locales'))
    ? readdirSync(join(root, 'src/web/locales'))
        .map((name) => /^([a-z]{2})\.json$/.exec(name)?.[1])
        .filter(Boolean)
    : [];

/** The faults of one language's file, given the sentences in use. */
function catalogueFaults(root, language, sentences) {
  const file = `src/web/locales/${language}.json`;
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const catalogue = read(file);
  // Names, and words that both languages share.
  const list = 'src/web/locales/same.json';
  const same = new Set(existsSync(join(root, list)) ? read(list)[language] : []);
  const faults = [];
  for (const key of sentences) {
    if (!Object.hasOwn(catalogue, key) || !catalogue[key]) faults.push(`${file} lacks “${key}”`);
    else
      for (const fault of translationFaults(language, key, catalogue[key], same))
        faults.push(`${file} “${key}” ${fault}`);
  }
  for (const key of Object.keys(catalogue))
    if (!sentences.has(key)) faults.push(`${file} has “${key}”, which nobody says`);
  for (const key of same)
    if (!sentences.has(key)) faults.push(`${list} has “${key}”, which nobody says`);
  // Years are not checked: a JavaScript object puts them first, wherever they are in the file.
  const keys = Object.keys(catalogue).filter((key) => !/^\d+$/.test(key));
  const unsorted = keys.find((key, place) => place > 0 && key < keys[place - 1]);
  if (unsorted) faults.push(`${file} is not sorted at “${unsorted}”`);
  return faults;
}

function sourceFiles(root) {
  return readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => join('src', name))
    .filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        !/\.test\.tsx?$/.test(name) &&
        !basename(name).startsWith('testing'),
    )
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { faults, sentences, counts } = checkWords('.');
  if (process.argv.includes('--list')) console.log(JSON.stringify(sentences, null, 2));
  else {
    for (const fault of faults) console.error(fault);
    if (!counts.files) faults.push('no source file was read');
    console.log(
      `words     ${sentences.length} sentences in ${counts.files} files, ${counts.languages} locale files, ${faults.length} faults`,
    );
  }
  process.exitCode = faults.length ? 1 : 0;
}
