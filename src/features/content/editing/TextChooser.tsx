import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import { nameOf, type PageText, currentValue } from './useContentTexts.ts';
import type { Writing } from './useWriting.ts';

interface TextChooserProps {
  texts: readonly PageText[];
  chosen: PageText;
  writing: Writing;
  onChoose: (text: PageText) => void;
}

/** Every text of a language by its section, with its current value. */
export function TextChooser({ texts, chosen, writing, onChoose }: TextChooserProps) {
  const t = useWords();
  const [search, setSearch] = useState('');
  const found = texts.filter((text) => matches(text, search));
  const button = (text: PageText) => (
    <li key={nameOf(text)}>
      <TextButton
        text={text}
        isChosen={nameOf(text) === nameOf(chosen)}
        badge={t(badgeOf(text, writing))}
        onChoose={() => onChoose(text)}
      />
    </li>
  );
  return (
    <nav aria-label={t('Texts of the pages')} className="grid gap-3">
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <Field label={t('Search the texts')}>
          <TextInput
            type="search"
            maxLength={100}
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
      </form>
      <p className="hint" role="status">
        {search.trim() === ''
          ? ''
          : t('{count, plural, =0 {Nothing matches.} one {# text} other {# texts}}', {
              count: found.length,
            })}
      </p>
      <div className="max-h-[60dvh] overflow-y-auto overscroll-contain border-y-[1.5px] border-line lg:max-h-[44rem]">
        {bySection(found).map(([section, ofSection]) => (
          <details
            key={`${section} ${search.trim() !== ''}`}
            open={search.trim() !== '' || section === chosen.section || undefined}
            className="edged-b border-rule last:[border-bottom-width:0]"
          >
            <summary className="min-h-11 py-2 bold">
              {section} <span className="hint plain">{summaryOf(ofSection, writing, t)}</span>
            </summary>
            <ul className="pb-2">{ofSection.map(button)}</ul>
          </details>
        ))}
      </div>
    </nav>
  );
}

interface TextButtonProps {
  text: PageText;
  isChosen: boolean;
  badge: string;
  onChoose: () => void;
}

function TextButton({ text, isChosen, badge, onChoose }: TextButtonProps) {
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      className="grid min-h-11 w-full gap-0.5 border-s-[4px] border-transparent px-2 py-1.5 text-start hover:bg-raised aria-[current]:border-ochre aria-[current]:bg-raised"
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="bold [overflow-wrap:anywhere]">{text.key}</span>{' '}
        <span className="hint whitespace-nowrap">{badge}</span>
      </span>{' '}
      <span className="line-clamp-2 text-[0.875rem] text-muted [overflow-wrap:anywhere]">
        {text.builtIn || currentValue(text)}
      </span>
    </button>
  );
}

const BADGES = {
  unsaved: words('not saved'),
  draft: words('draft'),
  changed: words('changed'),
  builtIn: words('built-in'),
  none: words('no text'),
} as const;

function badgeOf(text: PageText, writing: Writing): string {
  if (writing.isUnsaved(text)) return BADGES.unsaved;
  if (text.draft) return BADGES.draft;
  if (isChanged(text)) return BADGES.changed;
  return text.builtIn === '' ? BADGES.none : BADGES.builtIn;
}

/** Visitors read something else there than what is built in. */
const isChanged = (text: PageText) => currentValue(text) !== text.builtIn;

function summaryOf(
  texts: readonly PageText[],
  writing: Writing,
  t: ReturnType<typeof useWords>,
): string {
  const drafts = texts.filter((text) => text.draft ?? writing.isUnsaved(text)).length;
  if (drafts > 0) return t('{count, plural, one {# draft} other {# drafts}}', { count: drafts });
  const changed = texts.filter(isChanged).length;
  if (changed > 0) return t('{count} changed', { count: changed });
  return String(texts.length);
}

function matches(text: PageText, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const { section, key, builtIn, published, draft } = text;
  const said = [`${section} / ${key}`, builtIn, published?.value ?? '', draft?.value ?? ''];
  return said.some((one) => one.toLowerCase().includes(wanted));
}

/** In the order of the pages; `Map.groupBy` is too young for many browsers. */
function bySection(texts: readonly PageText[]): [string, PageText[]][] {
  const sections = new Map<string, PageText[]>();
  for (const text of texts)
    sections.set(text.section, [...(sections.get(text.section) ?? []), text]);
  return [...sections];
}
