import { idOf } from '../../../shared/content.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PageText, Place } from '../editing/useContentTexts.ts';
import { wholeName } from '../texts/text-names.rules.ts';

interface OtherTextsProps {
  /** Of the page. */
  texts: readonly PageText[];
  shownIds: ReadonlySet<string>;
  onChoose: (text: Place) => void;
}

/** Texts of a page that are not seen on it: hidden, empty, or read out only. */
export function OtherTexts({ texts, shownIds, onChoose }: OtherTextsProps) {
  const t = useWords();
  const others = texts.filter((text) => !shownIds.has(idOf(text)));
  if (others.length === 0 || others.length === texts.length) return null;
  return (
    <details>
      <summary className="bold">
        {t('{count, plural, one {# text is} other {# texts are}} not visible on this page', {
          count: others.length,
        })}
      </summary>
      <ul>
        {others.map((text) => (
          <li key={idOf(text)}>
            <Button variant="quiet" className="flush text-start" onClick={() => onChoose(text)}>
              {wholeName(text, t)}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
