// Cuts the catalogues for the browser: nobody downloads sentences that their pages never say.
//
//   import catalogue from 'virtual:locale/fr/public'     what a visitor's page can say or be answered
//   import catalogue from 'virtual:locale/fr/members'    everything
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';
import { readWords } from './words.mjs';

const publicPage = 'src/web/entry.client.tsx';
const everyAnswer = 'src/server/app.ts';
const address = /^\0virtual:locale\/([a-z]+)\/(public|members)$/;

/** Serves the catalogues while developing, building and testing. */
export function catalogues(root = process.cwd()): Plugin {
  return {
    name: 'catalogues',
    resolveId: (id) => (id.startsWith('virtual:locale/') ? `\0${id}` : undefined),
    load(id) {
      const [, language, part] = address.exec(id) ?? [];
      if (!language) return undefined;
      const file = join(root, `src/web/locales/${language}.json`);
      this.addWatchFile(file);
      const whole = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const said = part === 'public' ? publicSentences(root) : undefined;
      const chosen = Object.entries(whole).filter(([key]) => said?.has(key) ?? true);
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(chosen)));
      return { code: `export default JSON.parse(${json})`, moduleType: 'js', map: null };
    },
  };
}

/**
 * What a public page can show: the sentences of its own modules, those in which the house itself
 * answers, and those of the routes whose contracts the page calls, with all that they lead to.
 */
export function publicSentences(root: string): Set<string> {
  const page = reach(root, [publicPage]);
  const routes = listFiles(root, 'src/features').filter(
    (file) =>
      file.endsWith('.routes.ts') &&
      importsOf(root, file).some((to) => to.endsWith('.contract.ts') && page.has(to)),
  );
  const said = new Set<string>();
  for (const file of reach(root, [publicPage, everyAnswer, ...routes])) {
    const { sentences } = readWords(file, readFileSync(join(root, file), 'utf8'));
    for (const { text } of sentences) said.add(text);
  }
  return said;
}

/** The modules of ours that imports lead to, also dynamic ones, with where they begin. */
function reach(root: string, begin: readonly string[]): Set<string> {
  const reached = new Set(begin.filter((file) => existsSync(join(root, file))));
  for (const file of reached) for (const to of importsOf(root, file)) reached.add(to);
  return reached;
}

/** The source files that a file imports by relative paths, as paths from `root`; types lead nowhere. */
function importsOf(root: string, file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const wanted = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ];
  return wanted
    .filter((path) => path.startsWith('.') && /\.tsx?$/.test(path))
    .map((path) => posix.join(posix.dirname(file), path))
    .filter((path) => existsSync(join(root, path)));
}

const listFiles = (root: string, folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`)
    : [];
