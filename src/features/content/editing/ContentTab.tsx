import { useRef, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useWords } from '../../../web/words.tsx';
import { ContentList } from './ContentList.tsx';
import { OwnersTexts } from './OwnersTexts.tsx';
import { PagePreview } from './PagePreview.tsx';
import { SeedCard } from './SeedCard.tsx';
import { TextChooser } from './TextChooser.tsx';
import { TextEditor } from './TextEditor.tsx';
import { CONTENT_PATH } from './paths.rules.ts';
import { useContentAddress } from './useContentAddress.ts';
import {
  nameOf,
  type PageText,
  type Place,
  unwritten,
  useContentTexts,
} from './useContentTexts.ts';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { useWriting } from './useWriting.ts';

/** The texts of the pages: choose one, write, see it in its page, publish. */
export function ContentTab() {
  const t = useWords();
  const { place, open } = useContentAddress(CONTENT_PATH);
  const content = useContentTexts([place.language]);
  const texts = content.texts?.get(place.language);
  const { refresh } = content;
  const find = (wanted: Place): PageText =>
    texts?.find((text) => nameOf(text) === nameOf(wanted)) ?? unwritten(wanted);
  const [round, setRound] = useState(0);
  const writing = useWriting({ refresh, onSaved: () => setRound((r) => r + 1) });
  useUnsavedWarning(writing.isAnyUnsaved);
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

  async function changed() {
    await refresh();
    setRound((r) => r + 1);
  }

  if (!texts) {
    return content.error ? (
      <LoadError query={content} fallback={t('The texts could not be loaded. Please try again.')} />
    ) : (
      <Loading>{t('Loading the texts...')}</Loading>
    );
  }
  const text = find(place);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Field label={t('Language of the texts')} className="max-w-xs">
        <Select
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={place.language}
          onChange={({ target }) =>
            isLanguage(target.value) && turnTo({ ...place, language: target.value })
          }
        />
      </Field>
      <OwnersTexts texts={texts} onChoose={choose} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <TextChooser texts={texts} chosen={text} writing={writing} onChoose={choose} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-2">
          <section ref={editor} className="grid scroll-mt-4 gap-4" aria-labelledby="edit-text">
            <h2 id="edit-text" className="text-[1.5rem]">
              {t('Write a text')}
            </h2>
            <TextEditor
              key={chosen}
              text={text}
              texts={texts}
              writing={writing}
              takesFocus={chosen > 0}
              onRename={rename}
              onChanged={changed}
            />
          </section>
          <PagePreview language={place.language} section={place.section} round={round} />
        </div>
      </div>
      <SeedCard onSeeded={changed} />
      <ContentList texts={texts} isLoading={content.isFetching} onOpen={choose} />
    </div>
  );
}
