import type { ReactNode } from 'react';

/** One choice; `search` holds further words that find it, such as "Cote d'Ivoire", `mark` comes after its label. */
export type Option<V extends string = string> = {
  value: V;
  label: string;
  search?: string;
  mark?: ReactNode;
};
export type OptionGroup<V extends string = string> = {
  label: string;
  options: readonly Option<V>[];
};
export type Options<V extends string = string> = readonly (V | Option<V> | OptionGroup<V>)[];

/** Choices as groups; those outside of any are in groups without a label. */
export function groupsOf(options: Options): OptionGroup[] {
  const groups: { label: string; options: Option[] }[] = [];
  for (const entry of options) {
    if (typeof entry !== 'string' && 'options' in entry) {
      groups.push({ label: entry.label, options: [...entry.options] });
      continue;
    }
    const option = typeof entry === 'string' ? { value: entry, label: entry } : entry;
    const last = groups.at(-1);
    if (last?.label === '') last.options.push(option);
    else groups.push({ label: '', options: [option] });
  }
  return groups;
}

/** The `<option>`s and `<optgroup>`s of a native select. */
export function OptionList({ options }: { options: Options }) {
  return groupsOf(options).map((group) =>
    group.label === '' ? (
      group.options.map(optionOf)
    ) : (
      <optgroup key={group.label} label={group.label}>
        {group.options.map(optionOf)}
      </optgroup>
    ),
  );
}

// A label without a value is its own value: in the page's own language most countries need none.
const optionOf = ({ value, label }: Option) => (
  <option key={value} value={value === label ? undefined : value}>
    {label}
  </option>
);

/** Text as a search sees it: no case, no accents, no punctuation; a hyphen is a space. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Pd}/gu, ' ')
    .replace(/\p{M}|['’.]/gu, '')
    .toLowerCase()
    .trim();

/** Words that only their end tells apart, such as "Morocco" and "Moroccan", "Mali" and "malienne". */
const isRelated = (name: string, typed: string) =>
  name.length > 3 && typed.startsWith(name.slice(0, Math.max(4, name.length - 2)));

const wordsOf = ({ label, search = '' }: Option) => plain(`${label} ${search}`).split(' ');

/**
 * The choices that `typed` is found in, those that begin with it first. Where there is none, those whose name is related
 * to it: people type "Kenyan" for Kenya.
 */
export function matching(options: Options, typed: string): OptionGroup[] {
  const wanted = plain(typed);
  const found = search(options, wanted, (option) =>
    plain(`${option.label} ${option.search ?? ''}`).includes(wanted),
  );
  if (found.length > 0) return found;
  return search(options, wanted, (option) => {
    const names = wordsOf(option);
    return wanted.split(' ').every((one) => names.some((name) => isRelated(name, one)));
  });
}

function search(
  options: Options,
  wanted: string,
  isFound: (option: Option) => boolean,
): OptionGroup[] {
  const rank = (option: Option) => {
    const label = plain(option.label);
    if (label.startsWith(wanted)) return 0;
    return ` ${label} ${plain(option.search ?? '')}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return groupsOf(options)
    .map(({ label, options }) => ({
      label,
      options: options.filter(isFound).sort((a, b) => (wanted === '' ? 0 : rank(a) - rank(b))),
    }))
    .filter((group) => group.options.length > 0);
}

/** True when both texts would find the same choice. */
export const sameWords = (a: string, b: string) => plain(a) === plain(b);
