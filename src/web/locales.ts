import { isLanguage, type Language, LANGUAGES } from '../shared/language.ts';
import { type Locale, shortKey } from '../shared/words.ts';
import fr from './locales/fr.json' with { type: 'json' };

type Catalogue = Locale['catalogue'];
type Translated = Exclude<Language, (typeof LANGUAGES)[0]>;

/** Whole, for what runs on the server; the browser's bundles drop it. */
const WHOLE: Readonly<Record<Translated, Catalogue>> = { fr };

/** The catalogues of the browser, by short keys: see scripts/catalogues.ts. */
const PARTS = {
  public: { fr: () => import('virtual:locale/fr/public') },
  apply: { fr: () => import('virtual:locale/fr/apply') },
  dialogs: { fr: () => import('virtual:locale/fr/dialogs') },
  pay: { fr: () => import('virtual:locale/fr/pay') },
  application: { fr: () => import('virtual:locale/fr/application') },
  members: { fr: () => import('virtual:locale/fr/members') },
  profile: { fr: () => import('virtual:locale/fr/profile') },
  security: { fr: () => import('virtual:locale/fr/security') },
  login: { fr: () => import('virtual:locale/fr/login') },
  messages: { fr: () => import('virtual:locale/fr/messages') },
  report: { fr: () => import('virtual:locale/fr/report') },
  account: { fr: () => import('virtual:locale/fr/account') },
  admin: { fr: () => import('virtual:locale/fr/admin') },
  content: { fr: () => import('virtual:locale/fr/content') },
  donations: { fr: () => import('virtual:locale/fr/donations') },
  email: { fr: () => import('virtual:locale/fr/email') },
  social: { fr: () => import('virtual:locale/fr/social') },
  settings: { fr: () => import('virtual:locale/fr/settings') },
  overview: { fr: () => import('virtual:locale/fr/overview') },
  signatures: { fr: () => import('virtual:locale/fr/signatures') },
  person: { fr: () => import('virtual:locale/fr/person') },
  reply: { fr: () => import('virtual:locale/fr/reply') },
  bulk: { fr: () => import('virtual:locale/fr/bulk') },
  undo: { fr: () => import('virtual:locale/fr/undo') },
  conflict: { fr: () => import('virtual:locale/fr/conflict') },
} satisfies Record<string, Record<Translated, () => Promise<{ default: Catalogue }>>>;
/** A part of the pages that is opened later and brings its own sentences. */
export type CataloguePart = Exclude<keyof typeof PARTS, 'public' | 'members'>;

/** The page's language with the sentences fetched so far; undefined on the server, which has all. */
let spoken: { tag: Translated; catalogue: Record<string, string> } | undefined;

/** A language with all of its sentences; a tag that we do not speak is English. */
export function localeOf(language: string): Locale {
  return isTranslated(language)
    ? { tag: language, catalogue: WHOLE[language], marksMissing }
    : { tag: LANGUAGES[0], catalogue: {} };
}

/**
 * A language as the browser needs it: the sentences of the public pages, or what all members' pages share.
 * English costs no request. Rejects when the connection does; the page is English then.
 */
export async function loadLocale(
  language: string,
  part: 'public' | 'members' = 'public',
): Promise<Locale> {
  if (!isTranslated(language)) return { tag: LANGUAGES[0], catalogue: {} };
  // Before the first sentence is there: what is fetched meanwhile for a part joins it.
  const catalogue: Record<string, string> = {};
  spoken = { tag: language, catalogue };
  try {
    Object.assign(catalogue, (await PARTS[part][language]()).default);
  } catch (error) {
    spoken = undefined;
    throw error;
  }
  return { ...spoken, keyOf: shortKey, marksMissing };
}

/** Fetches the sentences of a part that is opened now; they join those of the page. Rejects when the connection does. */
export async function loadWords(part: CataloguePart): Promise<void> {
  const page = spoken;
  if (!page) return;
  const { default: more } = await PARTS[part][page.tag]();
  Object.assign(page.catalogue, more);
}

/**
 * A language with every built-in text, for who writes in it whatever their own page speaks; that stays as it is.
 * Rejects when the connection does.
 */
export async function loadTexts(language: Language): Promise<Locale> {
  if (!isTranslated(language)) return { tag: LANGUAGES[0], catalogue: {} };
  // Sentences of rules are fetched with their tab, except for those that all members' pages share.
  const parts = await Promise.all([PARTS.members[language](), PARTS.content[language]()]);
  const catalogue = Object.assign({}, ...parts.map((part) => part.default)) as Catalogue;
  return { tag: language, catalogue, keyOf: shortKey };
}

/** Visitors read English where a translation is missing; who develops sees that it is. */
const marksMissing = import.meta.env?.DEV === true && import.meta.env.MODE !== 'test';

const isTranslated = (tag: string): tag is Translated => isLanguage(tag) && tag !== LANGUAGES[0];
