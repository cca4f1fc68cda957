import { idOf } from '../../../shared/content.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { OWNERS_TEXTS } from '../texts/known-texts.rules.ts';
import { textName } from '../texts/text-names.rules.ts';
import { currentValue, type PageText, type Place } from '../editing/useContentTexts.ts';

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
    <section className="grid justify-items-start gap-2" aria-labelledby="owners-texts">
      <h2 id="owners-texts" className="text-[1.125rem]">
        {t('Only you can write these')}
      </h2>
      <p>
        {t(
          'Visitors want to know who is asking for their name and money. The page shows nothing here until you publish it.',
        )}
      </p>
      <ul>
        {missing.map((text) => (
          <li key={idOf(text)}>
            <Button variant="quiet" className="flush text-start" onClick={() => onChoose(text)}>
              {textName(text, t)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
