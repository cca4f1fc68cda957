import type { AnswerOf } from '../../../shared/endpoint.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { REASON_LABELS, VERDICT_LABELS } from './burst-words.rules.ts';
import type { listUnusualDays } from './signature.contract.ts';
import { DECLARATIONS_PATH } from './paths.rules.ts';

type UnusualDay = AnswerOf<typeof listUnusualDays>[number];

/** Days on which signing was unusual, each with its reasons, and a way from each reason to its signatures. */
export function UnusualDays({ days }: { days: readonly UnusualDay[] }) {
  const t = useWords();
  return (
    <section className="grid gap-2" aria-labelledby="unusual-days">
      <h2 id="unusual-days" className="text-[1.5rem]">
        {t('Unusual days')}
      </h2>
      {days.length > 0 ? (
        <ul className="grid edged-t border-rule">
          {days.map((one) => (
            <li key={one.day} className="edged-b border-rule py-2">
              <Day {...one} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('No day of the last six weeks was unusual.')}</p>
      )}
      <p className="hint max-w-3xl">
        {t(
          'Many signatures alone are not suspicious. “Check” means that names or email addresses look made up, or that fast forms have something else in common. A class, an office or the customers of one mobile network can look alike: look at the signatures before you invalidate them. We know networks and the speed of forms for seven days. Days and hours are in UTC.',
        )}
      </p>
    </section>
  );
}

function Day({ day, count, usual, isBusy, hour, judged, verdict, reasons }: UnusualDay) {
  const t = useWords();
  const { dayInWords } = useDates();
  const figures = new Intl.NumberFormat(useLanguage());
  const { label, tone } = VERDICT_LABELS[verdict];
  const clock = (n: number) => `${String(n).padStart(2, '0')}:00`;
  return (
    <div className="grid gap-x-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <div>
        <a
          {...linkTo(withQuery(DECLARATIONS_PATH, { day }))}
          className="inline-flex min-h-11 items-center"
        >
          {t('{day}: {count, plural, one {# signature} other {# signatures}}', {
            day: dayInWords(day),
            count,
          })}
        </a>
        <p className="flex flex-wrap items-center gap-x-3">
          <Badge tone={tone}>{t(label)}</Badge>
          <span className={isBusy ? 'bold' : 'text-muted'}>
            {t('usual: {count}', { count: figures.format(usual) })}
          </span>
        </p>
      </div>
      {reasons.length > 0 ? (
        <div>
          {hour === null ? null : (
            <p className="text-muted">
              {t('From {start} to {end}:', { start: clock(hour), end: clock(hour + 1) })}
            </p>
          )}
          <ul>
            {reasons.map(({ name, count: found, of, domain = '' }) => (
              <li key={name}>
                <a
                  {...linkTo(withQuery(DECLARATIONS_PATH, { day, reason: name }))}
                  className="inline-flex min-h-11 items-center py-1 md:min-h-8 md:py-0"
                >
                  {t(REASON_LABELS[name].figures, {
                    count: figures.format(found),
                    of: figures.format(of),
                    domain,
                  })}
                </a>
              </li>
            ))}
          </ul>
          {hour === null && judged < count ? (
            <p className="hint">
              {t('Of this day a random {count} signatures were judged.', {
                count: figures.format(judged),
              })}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
