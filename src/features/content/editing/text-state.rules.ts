import { HIDDEN } from '../../../shared/content.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import type { Language } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { isForEveryLanguage } from '../content.rules.ts';
import type { listContent } from '../publishing/content.contract.ts';

type Row = AnswerOf<typeof listContent>[number];

/** A text by its name, in a language. */
export interface Place {
  language: Language;
  section: string;
  key: string;
}

/** A text as the tab shows it: what is built in, what was published, what is being written. */
export interface PageText extends Place {
  /** A page shows it. */
  isKnown: boolean;
  /** In the language; empty when there is none. */
  builtIn: string;
  /** The English text that holds in this language too, as long as it has none of its own. */
  inherited: Row | undefined;
  published: Row | undefined;
  draft: Row | undefined;
}

export const nameOf = ({ language, section, key }: Place) =>
  JSON.stringify([language, section, key]);

/** What visitors read there now. */
export const currentValue = ({ published, inherited, builtIn }: PageText) =>
  published?.value ?? inherited?.value ?? builtIn;

/** What a text says once its draft is published. */
export const writtenValue = (text: PageText): string => text.draft?.value ?? currentValue(text);

/** Everything that a text says or would say, for a search. */
export const saidBy = ({ builtIn, published, draft }: PageText): string[] => [
  builtIn,
  published?.value ?? '',
  draft?.value ?? '',
];

/** So much of a text is shown in a list. */
const LONGEST_SHOWN = 80;

/** The beginning of a text, for a list. */
export const shortened = (value: string): string =>
  value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN).trimEnd()}…` : value;

/** Visitors read something else there than what is built in, or will. */
export const isChanged = (text: PageText): boolean => writtenValue(text) !== text.builtIn;

/** When it was written in its language, an ISO time; empty for a text that nobody has written. */
const writtenAt = ({ draft, published }: PageText): string =>
  [draft?.updatedAt, published?.updatedAt].reduce<string>(
    (latest, at) => (at !== undefined && at > latest ? at : latest),
    '',
  );

/** Whether `other`, the same text in another language, was changed and this one not since. */
export function isBehind(text: PageText, other: PageText): boolean {
  const isInherited = isForEveryLanguage(text.section) && !text.draft && !text.published;
  if (isInherited || !isChanged(other) || writtenValue(other) === HIDDEN) return false;
  return writtenAt(other) > writtenAt(text);
}

const STATES = {
  draft: words('Draft'),
  hidden: words('Hidden'),
  published: words('Published'),
  inherited: words('As in English'),
  builtIn: words('Built-in'),
  none: words('Empty'),
} as const;

type TextState = keyof typeof STATES;

/** What there is of a text in its language. */
export function stateOf(text: PageText): TextState {
  if (text.draft) return 'draft';
  if (currentValue(text) === HIDDEN) return 'hidden';
  if (text.published) return currentValue(text) === text.builtIn ? 'builtIn' : 'published';
  if (text.inherited) return 'inherited';
  return text.builtIn === '' ? 'none' : 'builtIn';
}

export const stateLabel = (text: PageText): string => STATES[stateOf(text)];
