import { useState } from 'react';
import { idOf } from '../../../shared/content.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { useWords } from '../../../web/words.tsx';
import { previewOf } from '../content.rules.ts';
import { CONTENT_PATH } from '../editing/paths.rules.ts';
import { useContentAddress } from '../editing/useContentAddress.ts';
import { findText, nameOf, type PageText, type Place } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { isBehind } from '../editing/text-state.rules.ts';
import { TextPanel } from '../panel/TextPanel.tsx';
import { useLanguageName } from '../editing/useLanguageName.ts';
import { OtherTexts } from './OtherTexts.tsx';
import { OwnersTexts } from './OwnersTexts.tsx';
import { type Layout, PageFrame } from './PageFrame.tsx';
import { PageTools } from './PageTools.tsx';
import { pageOf } from './pages.rules.ts';
import { TextMark } from './TextMark.tsx';

/** The page itself: a text of it is clicked and written beside it. */
export function PageEditor({ editing }: { editing: Editing }) {
  const t = useWords();
  const { place, open } = useContentAddress(CONTENT_PATH);
  const { texts, writing, round } = editing;
  const [layout, setLayout] = useState<Layout>(() =>
    globalThis.matchMedia?.('(max-width: 62.49rem)').matches ? 'phone' : 'desktop',
  );
  // In one string: the same texts are the same state.
  const [shownIds, setShownIds] = useState('');
  // Each choice opens the panel anew; one from a list brings the page to its text.
  const [choice, setChoice] = useState({ count: 0, isFromList: true });
  const nameIn = useLanguageName();
  const page = pageOf(place.section);
  const ofPage = (texts.get(place.language) ?? []).filter(
    ({ section, isKnown }) => isKnown && pageOf(section) === page,
  );
  const isOpen = place.section !== '' && place.key !== '';

  function choose(to: Place, isFromList = true) {
    writing.leave();
    open(to);
    setChoice(({ count }) => ({ count: count + 1, isFromList }));
  }

  /** What is to be known of a text before it is opened. */
  function noteOf(text: PageText): string | undefined {
    if (text.draft ?? writing.isUnsaved(text)) return t('draft');
    const others = LANGUAGES.map((language) => findText(texts, { ...text, language }));
    const behind = others.find(
      (other) => other.language !== text.language && isBehind(other, text),
    );
    if (behind) return t('not yet in {language}', { language: nameIn(behind.language) });
    const ahead = others.find((other) => other.language !== text.language && isBehind(text, other));
    return ahead && t('changed in {language}', { language: nameIn(ahead.language) });
  }

  const typed = Object.fromEntries(
    ofPage.flatMap((text) => {
      const value = writing.of(text)?.value;
      return value === undefined ? [] : [[idOf(text), value] as const];
    }),
  );

  return (
    <div className="page-editor">
      <PageTools
        place={place}
        layout={layout}
        editing={editing}
        onLayout={setLayout}
        onChoose={choose}
      />
      <div className="page-and-panel">
        <PageFrame
          address={`${previewOf(page, place.language)}&marks=1`}
          layout={layout}
          round={round}
          typed={typed}
          onShown={(ids) => setShownIds([...ids].join(' '))}
          mark={(marked, scale) => {
            const at = { language: place.language, ...marked.shown.text };
            const text = findText(texts, at);
            const isChosen = nameOf(text) === nameOf(place);
            return (
              <TextMark
                marked={marked}
                scale={scale}
                state={noteOf(text)}
                isChosen={isChosen}
                comesIntoSight={isChosen && choice.isFromList}
                onChoose={() => choose(text, false)}
              />
            );
          }}
        />
        <aside className="page-side" data-open={isOpen ? '' : undefined}>
          {isOpen ? (
            <TextPanel
              key={`${choice.count} ${place.section} ${place.key}`}
              place={place}
              editing={editing}
              onClose={() => open({ ...place, key: '' })}
            />
          ) : (
            <div className="grid gap-5">
              <p>
                {t(
                  'Click any text or picture in the page to change it. Tab goes to the next text, Enter opens it, Esc closes it.',
                )}
              </p>
              <OwnersTexts texts={texts.get(place.language) ?? []} onChoose={choose} />
              <OtherTexts
                texts={ofPage}
                shownIds={new Set(shownIds.split(' '))}
                onChoose={choose}
              />
              <p>
                <a href={previewOf(page, place.language)} target="_blank" rel="noreferrer">
                  {t('Open the preview in a tab')}
                </a>
              </p>
            </div>
          )}
        </aside>
      </div>
    </div>
  );
}
