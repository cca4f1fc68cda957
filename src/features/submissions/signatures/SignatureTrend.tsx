import type { AnswerOf } from '../../../shared/endpoint.ts';
import { useDates } from '../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import type { listUnusualDays, readSignatureTrend } from './signature.contract.ts';

type Days = AnswerOf<typeof readSignatureTrend>['days'];

/** In the units of the drawing. */
const [step, height] = [10, 120];

interface SignatureTrendProps {
  days: Days;
  unusual: AnswerOf<typeof listUnusualDays>;
}

/** Signatures of each day of the last weeks, those marked that someone should check. */
export function SignatureTrend({ days, unusual }: SignatureTrendProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const figures = new Intl.NumberFormat(useLanguage());
  const most = Math.max(1, ...days.map(({ count }) => count));
  const busiest = days.find(({ count }) => count === most);
  const toCheck = unusual.filter(({ verdict }) => verdict === 'check').map(({ day }) => day);
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
          {days.map(({ day, count }, n) => {
            const tall = count === 0 ? 0 : Math.max(2, (height * count) / most);
            return (
              <rect
                key={day}
                x={n * step + 1}
                y={height - tall}
                width={step - 2}
                height={tall}
                className={toCheck.includes(day) ? 'fill-danger' : 'fill-leaf'}
              />
            );
          })}
        </svg>
        <figcaption className="grid grid-cols-2 gap-x-4 text-[0.875rem] text-muted">
          <span>{first ? dayInWords(first.day) : null}</span>
          <span className="text-end">{last ? dayInWords(last.day) : null}</span>
          <span className="col-span-full">
            {busiest && busiest.count > 0
              ? t('Highest: {count} on {day}', {
                  day: dayInWords(busiest.day),
                  count: figures.format(busiest.count),
                })
              : t('Nobody has signed in recent weeks.')}
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
