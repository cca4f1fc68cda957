import type { AnswerOf } from '../../../shared/endpoint.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { useDates } from '../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { DECLARATIONS_PATH } from '../kinds/Kinds.tsx';
import type { readSignatureTrend } from './signature.contract.ts';

type Days = AnswerOf<typeof readSignatureTrend>['days'];

/** In the units of the drawing. */
const [step, height] = [10, 120];

/** Signatures of each day of the last weeks, suspicious bursts marked, each with a way to its signatures. */
export function SignatureTrend({ days }: { days: Days }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const figures = new Intl.NumberFormat(useLanguage());
  const most = Math.max(1, ...days.map(({ count }) => count));
  const busiest = days.find(({ count }) => count === most);
  const bursts = days.filter(({ isBurst }) => isBurst);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section className="grid content-start gap-3" aria-labelledby="by-day">
      <h3 id="by-day">{t('By day')}</h3>
      <figure className="grid gap-1">
        {/* What the bars say is below in words. */}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className="h-32 w-full edged-b border-line"
        >
          {days.map(({ day, count, isBurst }, n) => {
            const tall = count === 0 ? 0 : Math.max(2, (height * count) / most);
            return (
              <rect
                key={day}
                x={n * step + 1}
                y={height - tall}
                width={step - 2}
                height={tall}
                className={isBurst ? 'fill-danger' : 'fill-leaf'}
              />
            );
          })}
        </svg>
        <figcaption className="grid grid-cols-2 gap-x-4 text-[0.875rem] text-muted">
          <span>{first ? dayInWords(first.day) : null}</span>
          <span className="text-end">{last ? dayInWords(last.day) : null}</span>
          <span className="col-span-full">
            {busiest && busiest.count > 0
              ? t('Most on {day}: {count}', {
                  day: dayInWords(busiest.day),
                  count: figures.format(busiest.count),
                })
              : t('Nobody has signed in these weeks.')}
          </span>
        </figcaption>
      </figure>
      {bursts.length > 0 ? (
        <div className="grid gap-1">
          <p className="bold text-danger">{t('Suspicious bursts')}</p>
          <ul className="grid">
            {bursts.map(({ day, count }) => (
              <li key={day}>
                <a
                  {...linkTo(withQuery(DECLARATIONS_PATH, { day }))}
                  className="inline-flex min-h-11 items-center"
                >
                  {t('{day}: {count, plural, one {# signature} other {# signatures}}', {
                    day: dayInWords(day),
                    count,
                  })}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="hint">
        {t(
          'A day is marked when at least 20 have signed and more than five times as many as is usual in the two weeks before. Days are those of UTC.',
        )}
      </p>
    </section>
  );
}
