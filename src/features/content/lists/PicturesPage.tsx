import { LANGUAGES } from '../../../shared/language.ts';
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
          {places.map((place) => (
            <li key={nameOf(place)}>
              <button type="button" onClick={() => choose(place)}>
                <b>{`${sectionName(place.section, t)} › ${textName(place, t)}`}</b>
                {LANGUAGES.map((language) => {
                  const text = findText(editing.texts, { ...place, language });
                  const picture = pictureIn(writtenValue(text));
                  return (
                    <span key={language} lang={language}>
                      {picture ? (
                        <img
                          src={pictureAddress(picture.file)}
                          alt={picture.alt}
                          width={picture.width}
                          height={picture.height}
                          loading="lazy"
                        />
                      ) : null}
                      <span className="hint">
                        {`${language.toUpperCase()}: ${t(stateLabel(text))}`}
                      </span>
                    </span>
                  );
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </ListAndPanel>
  );
}
