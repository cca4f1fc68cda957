import { keysOf, recordOf } from './record.ts';

/** A text of the pages that administrators can replace; the built-in one is shown until they do. */
export interface Text {
  section: string;
  key: string;
  /** English; passes through the catalogue before it is shown. Empty: shown only once someone wrote it. */
  fallback: string;
  /** Its place stays whole without it: HIDDEN may stand for it. Headings and names of links may not. */
  canHide: boolean;
}

/** Published texts by `section.key`, in the language of the page. */
export type Overrides = Readonly<Record<string, string>>;

/** A published text of just this hides a built-in one that may be left out. */
export const HIDDEN = '-';

/** Administrators write addresses: nothing else may become a link of the page. */
export const isHttps = (address: string): boolean => URL.parse(address)?.protocol === 'https:';

export const idOf = ({ section, key }: Pick<Text, 'section' | 'key'>) => `${section}.${key}`;

/**
 * Declares the texts of one section: their keys with the English words (marked by `words`), and which
 * of them may be hidden. What has no words may always stay without any.
 */
export function section<K extends string>(
  name: string,
  texts: Readonly<Record<K, string>>,
  canHide: readonly NoInfer<K>[] = [],
): Readonly<Record<K, Text>> {
  return recordOf(keysOf(texts), (key) => {
    const fallback = texts[key];
    return { section: name, key, fallback, canHide: fallback === '' || canHide.includes(key) };
  });
}
