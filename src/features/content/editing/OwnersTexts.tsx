import { idOf } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { OWNERS_TEXTS } from '../texts/known-texts.rules.ts';
import { currentValue, type PageText, type Place } from './useContentTexts.ts';

/** What each of them says, in the order of OWNERS_TEXTS. */
const NAMES: Readonly<Record<string, string>> = {
  'vision.who_people': words('The people or organization behind the campaign'),
  'vision.who_legal_form': words('The legal form, with its register number'),
  'vision.who_country': words('The country you work from'),
  'vision.who_price': words('What the price of a kit pays for'),
  'ratification.recipients_text': words('Who receives the signatures, and when'),
};

interface OwnersTextsProps {
  texts: readonly PageText[];
  onChoose: (text: Place) => void;
}

/** The facts that no built-in text can know and that visitors look for: each until it was published. */
export function OwnersTexts({ texts, onChoose }: OwnersTextsProps) {
  const t = useWords();
  const asked = new Set(OWNERS_TEXTS.map(idOf));
  const missing = texts.filter((text) => asked.has(idOf(text)) && !currentValue(text));
  if (missing.length === 0) return null;
  return (
    <section
      className="grid justify-items-start gap-3 edged border-rule bg-raised p-5"
      aria-labelledby="owners-texts"
    >
      <h2 id="owners-texts" className="text-[1.25rem]">
        {t('Only you can write these')}
      </h2>
      <p>
        {t(
          'Visitors want to know who is asking for their name and money. The page shows nothing here until you publish it.',
        )}
      </p>
      <ul className="grid gap-2">
        {missing.map((text) => (
          <li key={idOf(text)}>
            <Button onClick={() => onChoose(text)}>{t(NAMES[idOf(text)] ?? idOf(text))}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
