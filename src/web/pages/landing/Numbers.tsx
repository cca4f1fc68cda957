import { NUMBERS } from '../../../features/content/texts/numbers.rules.ts';
import { useContent } from '../../content.tsx';
import { useWords } from '../../words.tsx';
import { useSource } from './useSource.ts';

const ROWS = [
  [NUMBERS.nations, NUMBERS.nations_label, NUMBERS.nations_meaning],
  [NUMBERS.people, NUMBERS.people_label, NUMBERS.people_meaning],
  [NUMBERS.diaspora, NUMBERS.diaspora_label, NUMBERS.diaspora_meaning],
] as const;

/** Three numbers, each of which says on a tap what it counts and who counted it. */
export function Numbers() {
  const t = useWords();
  const say = useContent();
  const sourceOf = useSource();
  return (
    <div className="grid content-start">
      {ROWS.map(([number, label, meaning]) => {
        const source = sourceOf(number, label, meaning);
        return say(number) ? (
          <details key={number.key} name="number" className="number">
            <summary>
              <b className="display">{say(number)}</b>
              <span className="hint">{say(label)}</span>
            </summary>
            <p className="hint pb-4">
              {`${say(meaning)} `}
              {source ? <a href={source}>{t('Source')}</a> : null}
            </p>
          </details>
        ) : null;
      })}
    </div>
  );
}
