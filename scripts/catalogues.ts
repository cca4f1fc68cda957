// Cuts the catalogues for the browser: no one downloads sentences that their pages never say.
//
//   import catalogue from 'virtual:locale/fr/public'     what a visitor's page can say by itself
//   import catalogue from 'virtual:locale/fr/pay'        what a part of it adds that is opened later
//   import catalogue from 'virtual:locale/fr/members'    what all pages of members and administrators share
//   import catalogue from 'virtual:locale/fr/admin'      what one of those pages adds
//
// The server translates its own answers.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';
import { shortKey } from '../src/shared/words.ts';
import { readWords } from './words.mjs';

const publicPage = 'src/web/entry.client.tsx';
const membersPage = 'src/web/entry.app.tsx';
const address = /^\0virtual:locale\/([a-z]+)\/([a-z]+)$/;

/** The parts of a kind of pages that are opened later (`later(…, part)`), with the modules they begin at. */
type Parts = Readonly<Record<string, readonly string[]>>;

/** LIST of those of the public pages. */
export const LATE_PARTS: Parts = {
  apply: ['src/web/pages/landing/BuyNow.tsx'],
  dialogs: [
    'src/features/declaration/ThankYou.tsx',
    'src/features/declaration/SignaturePage.tsx',
    'src/features/members/registration/AccountDialog.tsx',
    'src/features/members/registration/Membership.tsx',
    'src/features/volunteer/VolunteerDialog.tsx',
    'src/features/partner/PartnerDialog.tsx',
    'src/web/pages/landing/ShareDialog.tsx',
  ],
  pay: [
    'src/features/payments/checkout/PaymentDialog.tsx',
    'src/features/payments/checkout/EarlierApplications.tsx',
  ],
  application: ['src/features/application-status/ApplicationPage.tsx'],
};

/** LIST of those of members and administrators (src/web/pages/members/memberPages.ts), and what is opened in one of them. */
export const MEMBER_PARTS: Parts = {
  profile: ['src/web/pages/members/ProfilePage.tsx'],
  security: ['src/features/members/account/SecuritySections.tsx'],
  login: [
    'src/features/members/login/LoginDialog.tsx',
    'src/features/members/login/PasswordDialog.tsx',
  ],
  messages: ['src/web/pages/members/MessagesPage.tsx'],
  report: ['src/features/messages/reports/ReportDialog.tsx'],
  account: ['src/web/pages/account/AccountPages.tsx'],
  admin: ['src/web/pages/dashboard/AdminPage.tsx'],
  content: ['src/features/content/ContentTab.tsx'],
  donations: ['src/features/donations/DonationsTab.tsx'],
  email: ['src/web/pages/dashboard/EmailTab.tsx'],
  social: ['src/features/content/social/SocialTab.tsx'],
  settings: [
    'src/features/members/settings/SettingsTab.tsx',
    'src/features/members/administrators/RoleForm.tsx',
    'src/features/maintenance/PausePage.tsx',
    'src/features/retention/RetentionPage.tsx',
    'src/features/webhooks/WebhooksPage.tsx',
    'src/features/audit/AuditLog.tsx',
    'src/features/audit/ChainCheck.tsx',
  ],
  overview: [
    'src/features/submissions/overview/Overview.tsx',
    'src/features/submissions/overview/SetupList.tsx',
    'src/features/submissions/overview/SetupPage.tsx',
    'src/features/submissions/overview/DrawnMap.tsx',
    'src/features/people/PeopleSearch.tsx',
  ],
  signatures: ['src/features/submissions/signatures/SignatureOverview.tsx'],
  person: ['src/features/people/PersonPage.tsx', 'src/web/pages/dashboard/person/personParts.tsx'],
  reply: ['src/features/submissions/reply/ReplyCard.tsx'],
  // Together: each part of its own is named in every document.
  bulk: [
    'src/features/submissions/bulk/BulkForm.tsx',
    'src/features/submissions/paper/PaperSignatures.tsx',
  ],
  undo: ['src/features/audit/undo/UndoList.tsx'],
  conflict: ['src/web/forms/ConflictNotice.tsx'],
};

/** The built-in texts of the site; only their editor shows them as text. */
const builtIn = 'src/features/content/';
/** LIST of folders whose rules are read in one late part alone, which imports them. */
const OF_ONE_PART = ['src/features/audit/', 'src/features/retention/'];
const isShared = (file: string) => ![builtIn, ...OF_ONE_PART].some((at) => file.startsWith(at));

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
      const chosen = withShortKeys(whole).filter(([, sentence]) => said.has(sentence));
      const short = chosen.map(([key, , translation]) => [key, translation] as const);
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(short)));
      return { code: `export default JSON.parse(${json})`, moduleType: 'js', map: null };
    },
  };
}

/** Each sentence with its short key and its translation. Throws when two have the same key: one must be reworded. */
function withShortKeys(whole: Record<string, string>) {
  const taken = new Map<string, string>();
  return Object.entries(whole).map(([sentence, translation]) => {
    const key = shortKey(sentence);
    const other = taken.get(key);
    if (other) throw new Error(`“${sentence}” and “${other}” have the same short key.`);
    taken.set(key, sentence);
    return [key, sentence, translation] as const;
  });
}

/**
 * The sentences of a part of the pages: `public` those that the first touch fetches, `members` what all of theirs
 * share, the others what they add to that. Throws for a part that is in neither list.
 */
export function sentencesOf(root: string, part: string): Set<string> {
  const first = saidBy(root, firstTouchModules(root));
  if (part === 'public') return first;
  const shared = saidBy(root, reach(root, [membersPage], staticImportsOf));
  if (part === 'members') return shared;
  if (part in LATE_PARTS) return without(first, saidLater(root, LATE_PARTS, part));
  if (!(part in MEMBER_PARTS)) throw new Error(`There is no part of the pages named ${part}.`);
  const added = saidLater(root, MEMBER_PARTS, part);
  // Rules too: what they decide reaches the dashboard as an English sentence in the rows.
  const rules = rulesOf(root).filter((file) =>
    part === 'content' ? file.startsWith(builtIn) : part === 'admin' && isShared(file),
  );
  for (const said of saidBy(root, rules)) added.add(said);
  return without(shared, added);
}

/** The sentences of a part, except for those that other parts bring themselves. */
const saidLater = (root: string, parts: Parts, part: string): Set<string> =>
  saidBy(root, modulesLater(root, parts, part));

function modulesLater(root: string, parts: Parts, part: string): Set<string> {
  const begin = parts[part] ?? [];
  const begun = Object.values(parts).flat();
  const follow = (from: string, file: string) =>
    importsOf(from, file).filter((to) => begin.includes(to) || !begun.includes(to));
  return reach(root, begin, follow);
}

/**
 * Where a module that begins a part comes with another one that is opened without that part, as "importer → module":
 * there its sentences would stay English.
 */
export function importsWithoutPart(root: string): string[] {
  const pages = [
    [publicPage, LATE_PARTS],
    [membersPage, MEMBER_PARTS],
  ] as const;
  return pages.flatMap(([page, parts]) => {
    const imports = [...reach(root, [page], importsOf)].flatMap((file) =>
      staticImportsOf(root, file).map((to) => ({ file, to })),
    );
    return Object.entries(parts).flatMap(([part, begin]) => {
      const own = modulesLater(root, parts, part);
      return imports
        .filter(({ file, to }) => begin.includes(to) && !own.has(file))
        .map(({ file, to }) => `${file} → ${to}`);
    });
  });
}

const without = (known: Set<string>, said: Set<string>) =>
  new Set([...said].filter((sentence) => !known.has(sentence)));

/** LIST of rules whose sentences the server alone says: in the file that a member takes away. */
const OF_NO_PAGE = ['src/features/members/account/account-export.rules.ts'];

const rulesOf = (root: string): string[] =>
  existsSync(join(root, 'src/features'))
    ? readdirSync(join(root, 'src/features'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.rules.ts'))
        .map((name) => `src/features/${name}`)
        .filter((file) => !OF_NO_PAGE.includes(file))
    : [];

/** All sentences of public pages. */
export const publicSentences = (root: string): Set<string> =>
  saidBy(root, reach(root, [publicPage], importsOf));

/** All sentences of members' and administrators' pages. */
export const memberSentences = (root: string): Set<string> =>
  saidBy(root, reach(root, [membersPage, ...rulesOf(root)], importsOf));

/** The modules that come with the first touch, as paths from `root`. */
export const firstTouchModules = (root: string): Set<string> =>
  reach(root, [publicPage], staticImportsOf);

/** The modules that come with every one of these, as paths from `root`. */
export function modulesOfAll(root: string, files: readonly string[]): Set<string> {
  const each = files.map((file) => reach(root, [file], staticImportsOf));
  return each.reduce((common, one) => new Set([...common].filter((file) => one.has(file))));
}

/** The modules that any page of members or administrators can fetch, as paths from `root`. */
export const memberModules = (root: string): Set<string> => reach(root, [membersPage], importsOf);

function saidBy(root: string, files: Iterable<string>): Set<string> {
  const said = new Set<string>();
  for (const file of files) for (const text of sourceOf(root, file).said) said.add(text);
  return said;
}

/** What a source file says, and the paths that it imports, as it writes them. */
interface Source {
  changedAtMs: number;
  said: readonly string[];
  imported: readonly string[];
  importedLater: readonly string[];
}

/** By path. Every part asks for the same files again, and reading them is most of a build. */
const sources = new Map<string, Source>();

function sourceOf(root: string, file: string): Source {
  const path = join(root, file);
  const { mtimeMs: changedAtMs } = statSync(path);
  const known = sources.get(path);
  if (known?.changedAtMs === changedAtMs) return known;
  const text = readFileSync(path, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const source = {
    changedAtMs,
    said: readWords(file, text).sentences.map((sentence) => sentence.text),
    imported: [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ isType, moduleRequest }) =>
          isType ? [] : (moduleRequest?.value ?? []),
        ),
      ),
    ],
    importedLater: dynamicImports.map(({ moduleRequest: { start, end } }) =>
      text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
  };
  sources.set(path, source);
  return source;
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
  return [
    ...staticImportsOf(root, file),
    ...sourceFiles(root, file, sourceOf(root, file).importedLater),
  ];
}

const staticImportsOf = (root: string, file: string): string[] =>
  sourceFiles(root, file, sourceOf(root, file).imported);

function sourceFiles(root: string, file: string, wanted: readonly string[]): string[] {
  return wanted
    .filter((path) => path.startsWith('.') && /\.tsx?$/.test(path))
    .map((path) => posix.join(posix.dirname(file), path))
    .filter((path) => existsSync(join(root, path)));
}
