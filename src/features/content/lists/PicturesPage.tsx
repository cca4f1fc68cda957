import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { pictureAddress, pictureIn } from '../../../shared/picture.ts';
import { useWords } from '../../../web/words.tsx';
import { PICTURES_PATH } from '../editing/paths.rules.ts';
import { findText, nameOf } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { stateLabel, writtenValue } from '../editing/text-state.rules.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { sectionName, textName } from '../texts/text-names.rules.ts';
import { ListAndPanel } from './ListAndPanel.tsx';

/** The places of the pages that take a picture, with the one that is there. */
export function PicturesPage({ editing }: { editing: Editing }) {
  const t = useWords();
  const places = (editing.texts.get(LANGUAGES[0]) ?? []).filter(
    (text) => text.isKnown && pictureUse(text),
  );
  return (
    <ListAndPanel editing={editing} path={PICTURES_PATH}>
      {(choose) => (
        <ul className="picture-places" aria-label={t('Pictures')}>
          {places.map((place) => {
            const versions = LANGUAGES.map((language) =>
              findText(editing.texts, { ...place, language }),
            );
            // One for all languages is shown once.
            const byFile = versions
              .flatMap((text) => pictureIn(writtenValue(text)) ?? [])
              .map((picture) => [picture.file, picture] as const);
            const pictures = [...new Map(byFile).values()];
            return (
              <li key={nameOf(place)}>
                <button type="button" onClick={() => choose(place)}>
                  <b>{`${sectionName(place.section, t)} › ${textName(place, t)}`}</b>
                  <span className="picture-frame">
                    {pictures.length === 0 ? t('No picture yet') : null}
                    {pictures.map(({ file, alt, width, height }) => (
                      <img
                        key={file}
                        src={pictureAddress(file)}
                        alt={alt}
                        width={width}
                        height={height}
                        loading="lazy"
                      />
                    ))}
                  </span>
                  {pictures.length > 0 ? (
                    <span className="hint">
                      {versions
                        .map((text) => `${LANGUAGE_NAMES[text.language]}: ${t(stateLabel(text))}`)
                        .join(', ')}
                    </span>
                  ) : null}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </ListAndPanel>
  );
}
