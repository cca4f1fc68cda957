import { HERITAGE } from '../../../features/content/texts/heritage.rules.ts';
import { useContent } from '../../content.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { useSource } from './useSource.ts';

const EVENTS = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const).map((number) => ({
  date: HERITAGE[`event${number}_date` as const],
  text: HERITAGE[`event${number}_text` as const],
}));

/** One thread with a knot for each date, and a loose end. */
export function Heritage() {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const sourceOf = useSource();
  return (
    <section id="history" className="bg-raised">
      <div className="part items-start md:grid-cols-[2fr_3fr]">
        <div className="grid gap-5 md:sticky md:top-24">
          <h2>{say(HERITAGE.title)}</h2>
          <p>{say(HERITAGE.intro)}</p>
        </div>
        <ol className="knots">
          {EVENTS.map(({ date, text }) => {
            const source = sourceOf(date, text);
            return say(text) ? (
              <li key={text.key}>
                {source ? (
                  <a className="display text-3xl" href={source}>
                    {say(date)}
                  </a>
                ) : (
                  <b className="display text-3xl">{say(date)}</b>
                )}
                <p>{say(text)}</p>
              </li>
            ) : null;
          })}
          {say(HERITAGE.next_text) ? (
            <li className="loose">
              <b className="display text-3xl">{say(HERITAGE.next_date)}</b>
              <p>
                {`${say(HERITAGE.next_text)} `}
                <a href={href('/sign')} data-live="">
                  {t('Sign the Unity Declaration')}
                </a>
              </p>
            </li>
          ) : null}
        </ol>
      </div>
    </section>
  );
}
