import { HERITAGE } from '../../../features/content/texts/heritage.rules.ts';
import { useContent } from '../../content.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { useSource } from './useSource.ts';

type EventNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
const event = (number: EventNumber) => ({
  date: HERITAGE[`event${number}_date` as const],
  text: HERITAGE[`event${number}_text` as const],
});
type Event = ReturnType<typeof event>;

/** What a reader should know at a glance, and the rest. */
const FIRST = [event(1), event(2), event(3), event(5), event(8)];
const MORE = [event(4), event(6), event(7), event(9), event(10)];

/** One thread with a knot for five dates, and a loose end; the other dates unfold. */
export function Heritage() {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  return (
    <section id="history" className="bg-raised threaded">
      <div className="part">
        <h2>{say(HERITAGE.title)}</h2>
        <p>{say(HERITAGE.intro)}</p>
        <ol className="knots">
          {FIRST.map((one) => (
            <Knot key={one.text.key} {...one} />
          ))}
          {say(HERITAGE.next_text) ? (
            <li className="loose">
              <b className="display">{say(HERITAGE.next_date)}</b>
              <p>
                {`${say(HERITAGE.next_text)} `}
                <a href={href('/sign')} data-live="">
                  {t('Sign the Unity Declaration')}
                </a>
              </p>
            </li>
          ) : null}
        </ol>
        {MORE.some(({ text }) => say(text)) ? (
          <details>
            <summary className="btn">{t('More dates')}</summary>
            <ol className="knots mt-8">
              {MORE.map((one) => (
                <Knot key={one.text.key} {...one} />
              ))}
            </ol>
          </details>
        ) : null}
      </div>
    </section>
  );
}

function Knot({ date, text }: Event) {
  const say = useContent();
  const source = useSource()(date, text);
  if (!say(text)) return null;
  return (
    <li>
      {source ? (
        <a className="display" href={source}>
          {say(date)}
        </a>
      ) : (
        <b className="display">{say(date)}</b>
      )}
      <p>{say(text)}</p>
    </li>
  );
}
