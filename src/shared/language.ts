/** The languages that the site speaks, the first being the one it was written in. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own words, for who looks for it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' };

export const isLanguage = (tag: string | undefined): tag is Language =>
  LANGUAGES.some((known) => known === tag);

/** Which way a language is written. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  /^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr';

/** The languages that a visitor asked for, the strongest first. */
export interface LanguageWish {
  /** `?lang=` */
  asked?: string | undefined;
  /** The cookie that the last choice left (`choosing`). */
  saved?: string | undefined;
  /** The browser's `Accept-Language` header. */
  accepted?: string | undefined;
}

/** The language to answer in: what was asked for, else saved, else the browser's best, else English. */
export function chooseLanguage({ asked, saved, accepted }: LanguageWish): Language {
  if (isLanguage(asked)) return asked;
  if (isLanguage(saved)) return saved;
  return (accepted && bestOf(accepted)) || LANGUAGES[0];
}

/** The first of ours in the order of an Accept-Language header (RFC 9110 §12.5.4). */
function bestOf(header: string): Language | undefined {
  // Bounded: the header is the visitor's, and no one reads more than a few languages.
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag: range.split('-')[0], weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wishes.map(({ tag }) => tag).find(isLanguage);
}

/** The address that chooses a language for a page and for later visits: a cookie keeps it. */
export function choosing(address: string, language: Language): string {
  const [page = '', fragment] = address.split('#');
  const [path = '', query] = page.split('?');
  const asked = new URLSearchParams(query);
  asked.set('lang', language);
  asked.set('keep', '1');
  return `${path}?${asked}${fragment ? `#${fragment}` : ''}`;
}

/** An address of our own pages in a language: links keep it also where cookies are blocked. */
export function inLanguage(href: string, language: string): string {
  if (language === LANGUAGES[0] || !href.startsWith('/')) return href;
  const [path = '', fragment] = href.split('#');
  const joined = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
