import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { Select } from '../../../web/forms/Select.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { findText, type Place } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { isBehind } from '../editing/text-state.rules.ts';
import { sectionName } from '../texts/text-names.rules.ts';
import { Changes } from './Changes.tsx';
import type { Layout } from './PageFrame.tsx';
import { pageOf, SECTIONS } from './pages.rules.ts';
import './PageTools.css';

interface PageToolsProps {
  place: Place;
  layout: Layout;
  editing: Editing;
  onLayout: (layout: Layout) => void;
  onChoose: (to: Place) => void;
}

const LAYOUTS = [
  ['desktop', 'M2 3h14v9H2zM6 15.500h6M9 12v3.500'],
  ['phone', 'M5 1.500h8v15H5zM8 14h2'],
] as const;

/** Which page is shown, in which language and width, and what waits to be published. */
export function PageTools({ place, layout, editing, onLayout, onChoose }: PageToolsProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { texts } = editing;
  const changesIn = (section: string) =>
    [...texts.values()].flat().filter((text) => text.section === section && text.draft).length;
  const behindIn = (language: Place['language']) =>
    (texts.get(language) ?? []).filter((text) =>
      LANGUAGES.some(
        (other) =>
          other !== language && isBehind(text, findText(texts, { ...text, language: other })),
      ),
    ).length;
  const option = (section: string) => {
    const changes = changesIn(section);
    const name = sectionName(section, t);
    return (
      <option key={section} value={section}>
        {changes > 0
          ? t('{name} ({count, plural, one {# draft} other {# drafts}})', { name, count: changes })
          : name}
      </option>
    );
  };
  const [onStart, onOthers] = [true, false].map((isStart) =>
    SECTIONS.filter((section) => (pageOf(section) === '/') === isStart),
  );
  const drafts = [...texts.values()].flat().flatMap(({ draft }) => (draft ? [draft] : []));
  const lastSaved = drafts
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const layoutNames = { desktop: t('Desktop width'), phone: t('Phone width') };
  return (
    <div className="page-tools">
      <Select
        aria-label={t('Go to')}
        value={place.section}
        placeholder={t('Start page')}
        onChoose={(section: string) => onChoose({ ...place, section, key: '' })}
      >
        <optgroup label={t('Start page')}>{onStart?.map(option)}</optgroup>
        <optgroup label={t('Other pages')}>{onOthers?.map(option)}</optgroup>
      </Select>
      <div className="segments" role="group" aria-label={t('Language of the texts')}>
        {LANGUAGES.map((language) => {
          const behind = behindIn(language);
          return (
            <button
              key={language}
              type="button"
              aria-pressed={place.language === language}
              onClick={() => onChoose({ ...place, language })}
            >
              <span lang={language}>{LANGUAGE_NAMES[language]}</span>
              {behind > 0
                ? `, ${t('{count, plural, other {# to update}}', { count: behind })}`
                : null}
            </button>
          );
        })}
      </div>
      <div className="segments" role="group" aria-label={t('Width of the page')}>
        {LAYOUTS.map(([name, path]) => (
          <button
            key={name}
            type="button"
            aria-pressed={layout === name}
            aria-label={layoutNames[name]}
            title={layoutNames[name]}
            onClick={() => onLayout(name)}
          >
            <svg
              aria-hidden="true"
              width="18"
              height="18"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
            >
              <path d={path} />
            </svg>
          </button>
        ))}
      </div>
      <p className="hint">
        {lastSaved === undefined
          ? ''
          : t('Last draft saved {time}', { time: dateTimeOf(lastSaved) })}
      </p>
      <Changes editing={editing} onChoose={onChoose} />
    </div>
  );
}
