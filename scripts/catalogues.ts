// Cuts the catalogues for the browser: nobody downloads sentences that their pages never say.
//
//   import catalogue from 'virtual:locale/fr/public'     what a visitor's page can say by itself
//   import catalogue from 'virtual:locale/fr/pay'        what a part of it adds that is opened later
//   import catalogue from 'virtual:locale/fr/members'    what the pages of members and administrators can say
//
// What the server answers it says in the caller's language itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';
import { readWords } from './words.mjs';

const publicPage = 'src/web/entry.client.tsx';
const membersPage = 'src/web/entry.app.tsx';
const address = /^\0virtual:locale\/([a-z]+)\/([a-z]+)$/;

/** LIST of the parts that public pages open later (`later(…, part)`), with the modules they begin at. */
export const LATE_PARTS: Readonly<Record<string, readonly string[]>> = {
  dialogs: [
    'src/features/members/AccountDialog.tsx',
    'src/features/volunteer/VolunteerDialog.tsx',
    'src/features/partner/PartnerDialog.tsx',
    'src/web/pages/landing/ShareDialog.tsx',
  ],
  pay: ['src/features/payments/PaymentDialog.tsx'],
  application: ['src/web/pages/application/ApplicationPage.tsx'],
};

/** Serves the catalogues while developing, building and testing. */
export function catalogues(root = process.cwd()): Plugin {
  return {
    name: 'catalogues',
    resolveId: (id) => (id.startsWith('virtual:locale/') ? `\0${id}` : undefined),
    load(id) {
      const [, language, part = ''] = address.exec(id) ?? [];
      if (!language) return undefined;
      const file = join(root, `src/web/locales/${language}.json`);
      this.addWatchFile(file);
      const whole = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const said = sentencesOf(root, part);
      const chosen = Object.entries(whole).filter(([key]) => said.has(key));
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(chosen)));
      return { code: `export default JSON.parse(${json})`, moduleType: 'js', map: null };
    },
  };
}

/**
 * What a part of the pages can say: `public` what comes with the first touch, `members` everything that theirs
 * can, the others what they add to the public one. Throws for a part that is not in the list.
 */
export function sentencesOf(root: string, part: string): Set<string> {
  // Rules too: what they decide reaches the dashboard as an English sentence in the rows.
  if (part === 'members')
    return saidBy(root, reach(root, [membersPage, ...rulesOf(root)], importsOf));
  const first = saidBy(root, firstTouchModules(root));
  if (part === 'public') return first;
  const begin = LATE_PARTS[part];
  if (!begin) throw new Error(`There is no part of the public pages named ${part}.`);
  // What another part begins with brings its own sentences.
  const begun = Object.values(LATE_PARTS).flat();
  const follow = (from: string, file: string) =>
    importsOf(from, file).filter((to) => begin.includes(to) || !begun.includes(to));
  const all = saidBy(root, reach(root, begin, follow));
  return new Set([...all].filter((sentence) => !first.has(sentence)));
}

const rulesOf = (root: string): string[] =>
  existsSync(join(root, 'src/features'))
    ? readdirSync(join(root, 'src/features'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.rules.ts'))
        .map((name) => `src/features/${name}`)
    : [];

/** Whatever a public page says in the end. */
export const publicSentences = (root: string): Set<string> =>
  saidBy(root, reach(root, [publicPage], importsOf));

/** The modules that come with the first touch, as paths from `root`. */
export const firstTouchModules = (root: string): Set<string> =>
  reach(root, [publicPage], staticImportsOf);

function saidBy(root: string, files: Iterable<string>): Set<string> {
  const said = new Set<string>();
  for (const file of files) {
    const { sentences } = readWords(file, readFileSync(join(root, file), 'utf8'));
    for (const { text } of sentences) said.add(text);
  }
  return said;
}

/** The modules of ours that imports lead to, with where they begin. */
function reach(
  root: string,
  begin: readonly string[],
  follow: (root: string, file: string) => string[],
): Set<string> {
  const reached = new Set(begin.filter((file) => existsSync(join(root, file))));
  for (const file of reached) for (const to of follow(root, file)) reached.add(to);
  return reached;
}

/** The source files that a file imports by relative paths, as paths from `root`; types lead nowhere. */
function importsOf(root: string, file: string): string[] {
  return [...staticImportsOf(root, file), ...dynamicImportsOf(root, file)];
}

function dynamicImportsOf(root: string, file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { dynamicImports } = parseSync(file, source).module;
  return sourceFiles(
    root,
    file,
    dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
  );
}

function staticImportsOf(root: string, file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports } = parseSync(file, source).module;
  return sourceFiles(root, file, [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ),
  ]);
}

function sourceFiles(root: string, file: string, wanted: string[]): string[] {
  return wanted
    .filter((path) => path.startsWith('.') && /\.tsx?$/.test(path))
    .map((path) => posix.join(posix.dirname(file), path))
    .filter((path) => existsSync(join(root, path)));
}
