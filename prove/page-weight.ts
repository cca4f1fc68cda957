// The weight of pages on the way to a visitor, as sizes alone: they do not depend on the machine, so
// they are a gate. bench/page.ts measures the times. Runs on the build in dist/.
//
//   npm run prove -- page-weight
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { MEMBER_PARTS } from '../scripts/catalogues.ts';
import { readAssets } from '../src/server/pages/assets.ts';
import { documentOf } from '../src/server/pages/document.ts';
import { PUBLIC_PATHS } from '../src/server/pages/pages.ts';
import { DEFAULT_PRICING, publicPlans } from '../src/features/payments/pricing/pricing.rules.ts';
import { CAMPAIGN_COUNTRIES } from '../src/shared/country.ts';
import { type Language, LANGUAGES } from '../src/shared/language.ts';
import type { DrawMap, PageData, RenderPage } from '../src/shared/page.ts';
import type { Translate } from '../src/shared/words.ts';
import { Figures } from './figures.part.ts';
import { bytesUntil, type OnWire, weighOnWire } from './wire.part.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const client = join(dist, 'client');

/** In KB of 1,000 bytes of brotli, as the server sends them; documents with the headers of HTTP/1.1. */
const BUDGET = {
  // With its headers less than the ten packets that a server sends at first: 14.48 to 14.6.
  hero: 14.2,
  document: 18,
  bootstrap: 2,
  ahead: 75,
  dialog: 30,
  visit: 150,
  memberPage: 120,
  dashboard: 170,
  // It has grown by the board of kits, statements, the ledger and the moderation of messages. No visitor or
  // member fetches its sentences; an administrator does once, and keeps them.
  dashboardSentences: 40,
  card: 5,
  crypto: 75,
};

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const data: PageData = {
  signatures: 1234,
  // As many as a campaign that has begun: the numbers weigh too.
  byCountry: Object.fromEntries(CAMPAIGN_COUNTRIES.map((name, place) => [name, 7 * place + 1])),
  plans: publicPlans(DEFAULT_PRICING),
  content: {},
  publicUrl: 'https://example.org',
  waysToPay: ['card', 'crypto', 'us_bank', 'zelle'],
  sandbox: false,
  year: 2026,
  // They are in the document, so there must be room for a few.
  donationLinks: [
    { name: 'GoFundMe', url: 'https://www.gofundme.com/f/one-africa-passport' },
    { name: 'Open Collective', url: 'https://opencollective.com/one-africa-passport' },
    { name: 'Donorbox', url: 'https://donorbox.org/one-africa-passport-kits' },
  ],
};

const { renderPage, drawMap, translateInto } = (await import(join(dist, 'server/page.js'))) as {
  renderPage: RenderPage;
  drawMap: DrawMap;
  translateInto: Translate;
};
/** Named by the file that public pages share, and fetched by none of them. */
const MEMBERS_ONLY = new RegExp(`locale/\\w+/(members|${Object.keys(MEMBER_PARTS).join('|')})$`);
const figures = new Figures();
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
const assets = readAssets(dist);

const html = await documentAt('/', 'en');
figures.none('requests beside the document before the first paint', blockingTags(html));
within('script executed before the first touch', brotli(assets.bootstrapJs), BUDGET.bootstrap);
const ahead = sum(assets.fetchedAhead.map(weightOf));
const onTouch = sum(
  [assets.publicEntry, assets.hydratedCss, ...assets.fetchedOnTouch].map(weightOf),
);
within('fetched when idle', ahead, BUDGET.ahead);
figures.add('fetched with the first touch', kilobytes(onTouch));
figures.none(
  'rules for which the sheet that comes when idle styles the whole page again',
  cssAt(assets.hydratedCss).match(/:root\b|@property\b|@font-face\b/g) ?? [],
);
const fonts = sum(fontsIn(assets.publicCss).map(weightOf));
figures.add('font', kilobytes(fonts));
const onWire = await weighOnWire(
  {
    render: renderPage,
    assets,
    publicUrl: data.publicUrl,
    translate: translateInto,
    loadData: async () => data,
  },
  LANGUAGES,
);
for (const language of LANGUAGES) {
  const text = await documentAt('/', language);
  const said = sum((assets.fetchedLater[`virtual:locale/${language}/public`] ?? []).map(weightOf));
  const pictures = sum(['/favicon.svg', ...picturesIn(text)].map(weightOf));
  const answer = onWire.get(language) as OnWire;
  const documentBytes = answer.headBytes + answer.body.length;
  figures.add(`${language}: headers of the document`, kilobytes(answer.headBytes));
  within(
    `${language}: the whole hero with the styles and headers before it, on the wire`,
    bytesUntil(/id="home".*?<\/section>/s, answer),
    BUDGET.hero,
  );
  within(`${language}: document with its headers, on the wire`, documentBytes, BUDGET.document);
  figures.none(`${language}: classes that its styles lack`, classesWithoutStyles(text));
  figures.add(`${language}: pictures`, kilobytes(pictures));
  figures.add(`${language}: sentences fetched with the first touch`, kilobytes(said));
  const visit = documentBytes + ahead + onTouch + fonts + pictures + said;
  within(`${language}: whole first visit, touched`, visit, BUDGET.visit);
}

const publicFiles = filesOf('src/web/entry.client.tsx');
const publicSources = openedLater(publicFiles);
for (const source of publicSources) {
  const own = [...filesOf(source)].filter((file) => !publicFiles.has(file));
  if (MEMBERS_ONLY.test(source)) continue;
  within(`opened later: ${source.split('/').at(-1)}`, sum(own.map(weightOf)), BUDGET.dialog);
}
const applying = union(publicFiles, filesOf('src/web/pages/landing/BuyNow.tsx'));
for (const source of openedLater(applying)) {
  const own = [...filesOf(source)].filter((file) => !applying.has(file));
  if (publicSources.has(source) || source.startsWith('\0')) continue;
  within(
    `opened while applying: ${source.split('/').at(-1)}`,
    sum(own.map(weightOf)),
    BUDGET.dialog,
  );
}
// The files that a tab of the payment dialog adds to the page and the dialog when it is opened.
const paying = union(applying, filesOf('src/features/payments/checkout/PaymentDialog.tsx'));
for (const [what, source, budget] of [
  [
    'card: what asks for PayPal’s buttons',
    'src/features/payments/rails/card/CardPayment.tsx',
    BUDGET.card,
  ],
  [
    'crypto: wallets, prices, payments',
    'src/features/payments/rails/crypto/checkout/CryptoPayment.tsx',
    BUDGET.crypto,
  ],
] as const) {
  const own = [...filesOf(source)].filter((file) => !paying.has(file));
  within(`${what}, with its tab`, sum(own.map(weightOf)), budget);
}
const crypto = union(
  paying,
  filesOf('src/features/payments/rails/crypto/checkout/CryptoPayment.tsx'),
);
const qrWallet = [
  ...filesOf('src/features/payments/rails/crypto/checkout/QrWallet.tsx'),
  ...providerFiles(),
];
figures.add(
  'crypto: a wallet on another device, when it is chosen',
  kilobytes(sum(qrWallet.filter((file) => !crypto.has(file)).map(weightOf))),
);
figures.none(
  'crypto: files of that library with the tab',
  ownFilesOfProvider().filter((file) => crypto.has(file)),
);
const ofMembers = filesOf('src/web/entry.app.tsx');
for (const [address, page] of [
  ['/profile', 'members/ProfilePage.tsx'],
  ['/messages', 'members/MessagesPage.tsx'],
  ['/account', 'account/AccountPages.tsx'],
] as const)
  within(`${address}: script`, weightWith(ofMembers, page), BUDGET.memberPage);
const profile = union(ofMembers, filesOf('src/web/pages/members/ProfilePage.tsx'));
const security = filesOf('src/features/members/account/SecuritySections.tsx');
within(
  '/profile: what guards the account, when somebody comes near',
  sum([...security].filter((file) => !profile.has(file)).map(weightOf)),
  BUDGET.dialog,
);
// What its first tab opens at once, though in a file of its own.
const dashboard = union(
  ofMembers,
  filesOf('src/web/pages/dashboard/AdminPage.tsx'),
  filesOf('src/features/submissions/overview/Overview.tsx'),
);
within('/admin: script with its first tab', sum([...dashboard].map(weightOf)), BUDGET.dashboard);
const ofDashboard: readonly string[] = ['admin', 'content'];
for (const language of LANGUAGES.slice(1))
  for (const part of ['members', ...Object.keys(MEMBER_PARTS)]) {
    const catalogue = [...filesOf(`virtual:locale/${language}/${part}`)];
    const budget = ofDashboard.includes(part) ? BUDGET.dashboardSentences : BUDGET.dialog;
    within(`${language}: sentences of ${part}`, sum(catalogue.map(weightOf)), budget);
  }
// Sentences are data, fetched beside the script; what a member waits for is both.
for (const language of LANGUAGES.slice(1))
  for (const [address, page, part] of [
    ['/profile', 'members/ProfilePage.tsx', 'profile'],
    ['/messages', 'members/MessagesPage.tsx', 'messages'],
  ] as const) {
    const sentences = ['members', part].flatMap((name) => [
      ...filesOf(`virtual:locale/${language}/${name}`),
    ]);
    const all = weightWith(ofMembers, page) + sum(sentences.map(weightOf));
    within(`${language}: ${address} with its sentences`, all, BUDGET.memberPage);
  }
figures.none('code of pages’ own that the build lacks', await missingCode());
figures.none(
  'files of members’ pages that the start page names',
  [...ownFilesOfMembers()].filter((file) => html.includes(file)),
);

const entry = readFileSync(join(client, assets.publicEntry), 'utf8');
const exported =
  /\bas hydrate\b|export\s*\{[^}]*\bhydrate\b|export (async )?function hydrate\b/.test(entry);
figures.add(
  'the entry still exports the `hydrate` that the bootstrap calls',
  exported ? 'yes' : 'no',
  'yes',
  exported,
);
process.exit(figures.print() ? 0 : 1);

/** A whole document, as the server makes it. */
async function documentAt(path: string, language: Language): Promise<string> {
  const rendered = await renderPage({ path, language }, data);
  return documentOf(rendered, assets, { publicUrl: data.publicUrl, translate: translateInto }).html;
}

/** Sources that a page names as its own code, and that are fetched by no such name. */
async function missingCode(): Promise<string[]> {
  const pages = await Promise.all(
    PUBLIC_PATHS.map((path) => renderPage({ path, language: 'fr' }, data)),
  );
  return pages.flatMap(({ ownCode = [] }) =>
    ownCode.filter((source) => !assets.fetchedLater[source]),
  );
}

function cssAt(address: string): string {
  return readFileSync(join(client, address), 'utf8');
}

/** The tags that block the first paint. */
function blockingTags(text: string): string[] {
  const tags = text.match(/<(script|link)\b[^>]*>/g) ?? [];
  return tags.filter((tag) => /\bsrc=|rel="(stylesheet|preload|modulepreload)"/.test(tag));
}

/** Pictures that the document names itself. */
function picturesIn(text: string): string[] {
  return [...text.matchAll(/<img\b[^>]*\bsrc="(\/[^"]+)"/g)].map(([, file]) => String(file));
}

/** Classes of the start page that only the sheet of the other pages has rules for. */
function classesWithoutStyles(text: string): string[] {
  // A dialog is shown once the sheet of the hydrated parts is there.
  const drawn = text.replaceAll(/<dialog(?![^>]*\sopen).*?<\/dialog>/gs, '');
  const used = [...drawn.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, list]) =>
    String(list).replaceAll('&amp;', '&').split(' '),
  );
  const selector = (name: string) => `.${name.replace(/[^\w-]/g, '\\$&')}`;
  const has = (css: string, name: string) =>
    css.split(selector(name)).some((after, n) => n > 0 && /^[{,:[]/.test(after));
  return [...new Set(used)].filter(
    (name) => has(assets.furtherCss, name) && !has(assets.publicCss, name),
  );
}

/** Fonts that every page needs; one with a `unicode-range` waits for a letter of it. */
function fontsIn(css: string): string[] {
  return [...css.matchAll(/@font-face\{[^}]*\}/g)]
    .map(([face]) => face)
    .filter((face) => !face.includes('unicode-range'))
    .flatMap((face) => /url\("?(\/[^")]+\.woff2)"?\)/.exec(face)?.[1] ?? []);
}

/** Sources that the given files import when someone opens a dialog and the like. */
function openedLater(files: Set<string>): Set<string> {
  const chunks = Object.values(manifest).filter(({ file }) => files.has(`/${file}`));
  return new Set(chunks.flatMap((chunk) => chunk.dynamicImports ?? []));
}

/** A chunk with everything that it imports at once, and its styles. */
function filesOf(source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no ${source}.`);
  if (found.has(`/${chunk.file}`)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(`/${file}`);
  for (const name of chunk.imports ?? []) filesOf(name, found);
  return found;
}

/** The weight of a member's page that is opened first, without its sentences. */
function weightWith(entryFiles: Set<string>, page: string): number {
  return sum([...union(entryFiles, filesOf(`src/web/pages/${page}`))].map(weightOf));
}

/** The files of members' documents that public pages, with all that these open later, do not fetch. */
function ownFilesOfMembers(): Set<string> {
  const visitors = new Set(
    [...openedLater(publicFiles)]
      .filter((source) => !MEMBERS_ONLY.test(source))
      .flatMap((source) => [...filesOf(source)]),
  );
  const pages = [
    'members/ProfilePage.tsx',
    'members/MessagesPage.tsx',
    'account/AccountPages.tsx',
    'dashboard/AdminPage.tsx',
  ];
  const all = [ofMembers, ...pages.map((page) => filesOf(`src/web/pages/${page}`))];
  return new Set(
    [...union(...all)].filter((file) => !publicFiles.has(file) && !visitors.has(file)),
  );
}

/** The library for wallets on another device, with all that it imports at once. */
function providerFiles(): string[] {
  return providerSources().flatMap((source) => [...filesOf(source)]);
}

/** The same without what it shares with others. */
function ownFilesOfProvider(): string[] {
  return providerSources().map((source) => `/${manifest[source]?.file}`);
}

function providerSources(): string[] {
  return Object.keys(manifest).filter((name) => name.includes('@walletconnect/ethereum-provider/'));
}

function union(...sets: Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** Bytes of a built file as it is sent: its brotli where there is one. */
function weightOf(file: string): number {
  // Drawn by the server from the numbers of the day.
  if (file.startsWith('/pictures/africa.svg')) return brotli(drawMap(data.byCountry));
  const compressed = join(client, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(client, file)).size;
}

function brotli(text: string, quality = 11): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function within(what: string, bytes: number, budgetKb: number): void {
  figures.add(what, kilobytes(bytes), `at most ${budgetKb} KB`, bytes <= budgetKb * 1000);
}
