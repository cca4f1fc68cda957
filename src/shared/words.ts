import { amountIn, withSpaceInSight } from './money.ts';

/** Values for the placeholders of a sentence. */
export type Values = Readonly<Record<string, string | number>>;

/** A language: its BCP 47 tag and its sentences, keyed by the English one or by what `keyOf` makes of it. */
export type Locale = {
  readonly tag: string;
  readonly catalogue: Readonly<Record<string, string>>;
  readonly keyOf?: (sentence: string) => string;
  /** While developing: a sentence that the catalogue lacks is shown in ⟦brackets⟧. */
  readonly marksMissing?: boolean;
};

/** Says a sentence in a language by its tag, with its placeholders filled. */
export type Translate = (sentence: string, language: string, values?: Values) => string;

const english: Locale = { tag: 'en', catalogue: {} };

/**
 * A short key of a sentence, so that the catalogues of the browser do not repeat the English: 30 bits of FNV-1a.
 * That no two sentences have the same is checked when the catalogues are cut (scripts/catalogues.ts).
 */
export function shortKey(sentence: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sentence.length; at++)
    hash = Math.imul(hash ^ sentence.charCodeAt(at), 0x01000193);
  return (hash >>> 2).toString(36);
}

/** Marks an English sentence for the catalogue where it cannot be translated yet. */
export function words(sentence: string): string {
  return sentence;
}

/**
 * The sentence in the locale's language (else in English) with its placeholders filled:
 * `{name}` and ICU's `{count, plural, =0 {none} one {# day} other {# days}}`.
 * A placeholder without a value stays as it is, so that the omission is seen.
 */
export function translate(sentence: string, values: Values = {}, locale = english): string {
  const { catalogue, keyOf } = locale;
  const key = keyOf ? keyOf(sentence) : sentence;
  const known = Object.hasOwn(catalogue, key) && catalogue[key];
  const filled = fill(known || sentence, values, locale.tag);
  // The server has said its own sentences already.
  const isMissing = !known && locale.marksMissing && !Object.values(catalogue).includes(sentence);
  return isMissing ? `⟦${filled}⟧` : filled;
}

function fill(text: string, values: Values, tag: string, count?: number): string {
  let filled = '';
  const ends = closings(text);
  for (let at = 0; at < text.length; at++) {
    const end = ends.get(at);
    if (end !== undefined) {
      filled += placeholder(text.slice(at + 1, end), values, tag);
      at = end;
    } else if (text[at] === '#' && count !== undefined) {
      filled += withSpaceInSight(new Intl.NumberFormat(tag).format(count));
    } else filled += text[at];
  }
  return filled;
}

function placeholder(inner: string, values: Values, tag: string): string {
  const [, name = '', forms] = /^\s*(\w+)\s*(?:,\s*plural\s*,(.*))?$/s.exec(inner) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return `{${inner}}`;
  if (forms === undefined) return amountIn(String(value), tag);
  const branch = chooseForm(forms, Number(value), tag);
  return branch === undefined ? `{${inner}}` : fill(branch, values, tag, Number(value));
}

function chooseForm(forms: string, count: number, tag: string): string | undefined {
  const branches = new Map<string, string>();
  const ends = closings(forms);
  let start = 0;
  for (let open = forms.indexOf('{'); open >= 0; open = forms.indexOf('{', start)) {
    const end = ends.get(open);
    if (end === undefined) break;
    branches.set(forms.slice(start, open).trim(), forms.slice(open + 1, end));
    start = end + 1;
  }
  const category = new Intl.PluralRules(tag).select(count);
  return branches.get(`=${count}`) ?? branches.get(category) ?? branches.get('other');
}

/** Where each brace that closes does so, found in one pass: a text may be long and someone's own. */
function closings(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = text.indexOf('{'); at >= 0 && at < text.length; at++) {
    if (text[at] === '{') open.push(at);
    if (text[at] !== '}') continue;
    const start = open.pop();
    if (start !== undefined) ends.set(start, at);
  }
  return ends;
}
