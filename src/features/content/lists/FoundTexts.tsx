import { isLanguage, LANGUAGES } from '../../../shared/language.ts';
import { linkTo } from '../../../web/address.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { contentAddress } from '../editing/useContentAddress.ts';
import { nameOf, useContentTexts } from '../editing/useContentTexts.ts';
import { saidBy, shortened, writtenValue } from '../editing/text-state.rules.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { wholeName } from '../texts/text-names.rules.ts';

/** More than these are found by more words. */
const SHOWN = 5;

/** The texts of the pages that are called so or say so; each is opened to be changed. Nothing where there are none. */
export function FoundTexts({ search }: { search: string }) {
  const t = useWords();
  const spoken = useLanguage();
  const language = isLanguage(spoken) ? spoken : LANGUAGES[0];
  const { texts } = useContentTexts([language]);
  const wanted = search.toLowerCase();
  const found = (texts?.get(language) ?? [])
    .filter(
      (text) =>
        text.isKnown &&
        !pictureUse(text) &&
        [wholeName(text, t), ...saidBy(text)].some((said) => said.toLowerCase().includes(wanted)),
    )
    .slice(0, SHOWN);
  if (found.length === 0) return null;
  return (
    <section className="mt-2 grid gap-2" aria-labelledby="found-texts">
      <h3 id="found-texts">{t('Texts of the pages')}</h3>
      <ul className="edged border-line bg-raised">
        {found.map((text) => (
          <li key={nameOf(text)} className="edged-b border-rule">
            <a
              {...linkTo(contentAddress(text))}
              className="grid min-h-11 px-4 py-2 no-underline hover:bg-paper"
            >
              <span className="bold text-heading underline decoration-line decoration-[1.5px] underline-offset-[0.2em]">
                {wholeName(text, t)}
              </span>{' '}
              <span className="text-[0.9375rem] text-muted">{shortened(writtenValue(text))}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
