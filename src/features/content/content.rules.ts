/** A text is published, is being written, or was published once. */
export const CONTENT_STATUSES = ['published', 'draft', 'archived'] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/** A text may be long; a page of such texts must still load on a cheap phone. */
export const LONGEST_TEXT = 20_000;

/**
 * What the whole site is called and where it is reached is the same in every language: the English
 * text of such a section holds wherever another language has none of its own.
 */
export const isForEveryLanguage = (section: string): boolean => section.startsWith('site');

/**
 * Characters that are not seen and change what is read: controls, turned directions, zero widths.
 * Line breaks stay, and so do the joiners of scripts and emoji, soft hyphens and emoji's variants.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const HIDDEN_CHARACTER =
  /(?!\n|\u{AD}|\u{200C}|\u{200D}|[\u{FE00}-\u{FE0F}])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/u;

export const hasHiddenCharacter = (text: string): boolean => HIDDEN_CHARACTER.test(text);

/** Sections whose texts are shown on another page than the start page. */
export const PAGES: Readonly<Record<string, string>> = {
  volunteer: '/volunteer',
  partner: '/partner',
  share: '/share',
  countries: '/countries',
  sources: '/sources',
  updates: '/updates',
  faq: '/faq',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
};

/** The address at which the drafts of a page are seen. */
export const previewOf = (page: string, language: string): string =>
  `/preview?lang=${language}&page=${encodeURIComponent(page)}`;
