import { useId } from 'react';
import { useDates } from '../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { roundAbove, stacksOf } from './chart.rules.ts';
import type { TrendSpan } from './overview.rules.ts';

interface Series {
  label: string;
  /** Of its bars, by its class. */
  thread: string;
  /** One for each period. */
  values: readonly number[];
}

interface TrendChartProps {
  title: string;
  span: TrendSpan;
  /** The first day of each, "2026-11-01", oldest first. */
  periods: readonly string[];
  /** Lie on each other. */
  series: readonly Series[];
  format: (value: number) => string;
  /** The same of a round number, beside the chart. */
  brief?: (value: number) => string;
}

/** In the units of the drawing. */
const [step, height] = [10, 100];

/** Bars over time: what they say is beside them in words, and each number in a table. */
export function TrendChart({
  title,
  span,
  periods,
  series,
  format,
  brief = format,
}: TrendChartProps) {
  const t = useWords();
  const titleId = useId();
  const nameOf = usePeriodName(span);
  const sums = periods.map((_, n) => series.reduce((sum, { values }) => sum + (values[n] ?? 0), 0));
  const total = sums.reduce((sum, one) => sum + one, 0);
  const most = Math.max(...sums, 0);
  const top = roundAbove(most);
  const [first = '', last = ''] = [periods[0], periods.at(-1)];
  return (
    <figure className="grid content-start gap-3" aria-labelledby={titleId}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={titleId}>{title}</h3>
        <span className="bold text-[1.625rem] text-heading figures">{format(total)}</span>
      </figcaption>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-1">
        <div className="relative">
          {total > 0 ? <Scale top={top} format={brief} /> : null}
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${periods.length * step} ${height}`}
            preserveAspectRatio="none"
            className="relative h-36 w-full edged-b border-line sm:h-44"
          >
            {periods.map((period, n) => (
              <g key={period}>
                <title>{`${nameOf(period)}: ${format(sums[n] ?? 0)}`}</title>
                <path
                  className="fill-transparent"
                  d={`M${n * step} 0h${step}v${height}h-${step}z`}
                />
                {stacksOf(
                  series.map(({ values }) => values[n] ?? 0),
                  { top, height },
                ).map(({ from, tall }, place) =>
                  tall > 0 ? (
                    <rect
                      key={series[place]?.label}
                      x={n * step + 1.2}
                      y={from}
                      width={step - 2.4}
                      height={tall}
                      className={series[place]?.thread}
                    />
                  ) : null,
                )}
              </g>
            ))}
          </svg>
          {total === 0 ? (
            <p className="absolute inset-0 grid place-items-center text-muted">
              {t('Nothing in this period')}
            </p>
          ) : null}
        </div>
        <p className="flex max-w-none justify-between gap-4 text-[0.875rem] text-muted">
          <span>{nameOf(first)}</span>
          <span className="text-end">{nameOf(last)}</span>
        </p>
      </div>
      {series.length > 1 && total > 0 ? <Legend series={series} format={format} /> : null}
      {total > 0 ? (
        <p className="text-[0.9375rem]">
          {t('Highest: {amount}, {period}', {
            amount: format(most),
            period: nameOf(periods[sums.indexOf(most)] ?? ''),
          })}
        </p>
      ) : null}
      <Numbers {...{ title, periods, series, format, nameOf, sums }} />
    </figure>
  );
}

/** What the height of a bar means: two lines behind the bars. */
function Scale({ top, format }: { top: number; format: (value: number) => string }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 text-[0.8125rem] text-muted figures">
      {[1, 0.5].map((share) => (
        <span
          key={share}
          className="absolute inset-x-0 edged-t border-rule"
          style={{ insetBlockStart: `${100 * (1 - share)}%` }}
        >
          <span className="absolute bottom-full bg-paper leading-tight">{format(top * share)}</span>
        </span>
      ))}
    </div>
  );
}

function Legend({ series, format }: Pick<TrendChartProps, 'series' | 'format'>) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
      {series.map(({ label, thread, values }) => (
        <li key={label} className="flex items-center gap-2">
          <svg aria-hidden="true" width="14" height="14" className={thread}>
            <path d="M0 0h14v14H0z" />
          </svg>
          <span>{label}</span>{' '}
          <span className="bold figures">
            {format(values.reduce((sum, value) => sum + value, 0))}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface NumbersProps extends Omit<TrendChartProps, 'span' | 'brief'> {
  nameOf: (period: string) => string;
  sums: readonly number[];
}

/** Everything that the bars show, newest first, to be read. */
function Numbers({ title, periods, series, format, nameOf, sums }: NumbersProps) {
  const t = useWords();
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center underline decoration-[1.5px] underline-offset-[0.2em]">
        {t('Show the numbers')}
        <span className="sr-only">: {title}</span>
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too */}
      <div className="max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={title}>
        <table className="w-full border-collapse text-[0.9375rem]">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="edged-b border-line text-muted">
              <th scope="col" className="py-1.5 pe-3 text-start">
                {t('When')}
              </th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="py-1.5 ps-3 text-end">
                  {label}
                </th>
              ))}
              {series.length > 1 ? (
                <th scope="col" className="py-1.5 ps-3 text-end">
                  {t('Total')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {periods
              .map((period, n) => (
                <tr key={period} className="edged-b border-rule">
                  <th scope="row" className="py-1.5 pe-3 text-start plain">
                    {nameOf(period)}
                  </th>
                  {series.map(({ label, values }) => (
                    <td key={label} className="py-1.5 ps-3 text-end figures">
                      {format(values[n] ?? 0)}
                    </td>
                  ))}
                  {series.length > 1 ? (
                    <td className="py-1.5 ps-3 text-end bold figures">{format(sums[n] ?? 0)}</td>
                  ) : null}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** How a day or a month is called. */
function usePeriodName(span: TrendSpan): (period: string) => string {
  const language = useLanguage();
  const { dayInWords } = useDates();
  const month = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (period) =>
    span === 'days' ? dayInWords(period) : month.format(new Date(`${period}T00:00:00Z`));
}
