import { useRef, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useWords } from '../../../web/words.tsx';
import { ADVANCED_PATH } from '../editing/paths.rules.ts';
import { useContentAddress } from '../editing/useContentAddress.ts';
import { findText, type Place } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { ContentList } from './ContentList.tsx';
import { SeedCard } from './SeedCard.tsx';
import { TextEditor } from './TextEditor.tsx';

/** Texts by section and key, those that no page shows too; all built-in texts published at once; what is published. */
export function AdvancedPage({ editing }: { editing: Editing }) {
  const t = useWords();
  const { place, open } = useContentAddress(ADVANCED_PATH);
  const { texts, writing } = editing;
  const ofLanguage = texts.get(place.language) ?? [];
  // Each choice brings a form without the complaints about the last one.
  const [chosen, setChosen] = useState(0);
  const editor = useRef<HTMLElement>(null);

  function turnTo(next: Place) {
    writing.leave();
    open(next);
  }

  function choose(text: Place) {
    turnTo(text);
    setChosen(chosen + 1);
    editor.current?.scrollIntoView({ block: 'start' });
  }

  function rename(to: Place) {
    writing.rename(place, to);
    open(to, { replace: true });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
        <section ref={editor} className="grid scroll-mt-16 gap-4" aria-labelledby="edit-text">
          <h2 id="edit-text" className="text-[1.375rem]">
            {t('Write a text')}
          </h2>
          <Field label={t('Language of the texts')} className="max-w-xs">
            <Select
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              value={place.language}
              onChange={({ target }) =>
                isLanguage(target.value) && turnTo({ ...place, language: target.value })
              }
            />
          </Field>
          <TextEditor
            key={chosen}
            text={findText(texts, place)}
            texts={ofLanguage}
            editing={editing}
            takesFocus={chosen > 0}
            onRename={rename}
          />
        </section>
        <SeedCard onSeeded={editing.onChanged} />
      </div>
      <ContentList texts={ofLanguage} isLoading={editing.isFetching} onOpen={choose} />
    </div>
  );
}
