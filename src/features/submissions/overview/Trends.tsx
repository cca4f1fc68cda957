import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { amountIn, cents, decimal, dollars } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { go, useAddress, withQuery } from '../../../web/address.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { readTrends, type Trends as Answer } from './overview.contract.ts';
import { SPANS, type TrendSpan } from './overview.rules.ts';
import { TrendChart } from './TrendChart.tsx';

const SPAN_LABELS: Readonly<Record<TrendSpan, string>> = {
  days: words('30 days'),
  months: words('12 months'),
};

/** LIST of the rails, in the order in which they lie on each other, each with its thread. */
const RAILS = [
  ['paypal', words('Card or PayPal'), 'fill-heading'],
  ['zelle', words('Zelle'), 'fill-accent'],
  ['bank', words('Bank wire'), 'fill-ochre'],
  ['crypto', words('Crypto'), 'fill-success'],
] as const;

/** Signatures, applications and money over the last days or months; the address says which. */
export function Trends({ onEmpty }: { onEmpty: (isEmpty: boolean) => void }) {
  const t = useWords();
  const { path, query } = useAddress();
  const span = SPANS.find((one) => one === query.get('span')) ?? 'days';
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readTrends, { query: { span } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  // Thirty quiet days make no new site: the months say whether anything came before them.
  const isQuiet = data !== undefined && isFlat(data);
  const months = useQuery({ ...read(readTrends, { query: { span: 'months' } }), enabled: isQuiet });
  const isEmpty = isQuiet && months.data !== undefined && isFlat(months.data);
  useEffect(() => onEmpty(isEmpty), [isEmpty, onEmpty]);
  const show = (next: TrendSpan) =>
    go(
      withQuery(path, {
        ...Object.fromEntries(query),
        span: next === 'days' ? undefined : next,
      }),
      { replace: true },
    );
  return (
    <section className="grid gap-6" aria-labelledby="trends" aria-busy={isFetching}>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="trends" className="text-[1.5rem]">
          {t('Trends')}
        </h2>
        <div className="actions" role="group" aria-labelledby="trends">
          {SPANS.map((one) => (
            <Button
              key={one}
              aria-pressed={one === span}
              className={one === span ? 'bg-heading text-paper' : ''}
              onClick={() => show(one)}
            >
              {t(SPAN_LABELS[one])}
            </Button>
          ))}
        </div>
      </header>
      {data && !(isQuiet && months.isPending) ? (
        <Charts data={data} />
      ) : error ? (
        <LoadError
          query={{ error, isFetching, refetch }}
          fallback={t('The charts could not be loaded. Please try again.')}
        />
      ) : (
        // What follows does not jump when they come.
        <div className="min-h-[40rem]">
          <Loading>{t('Loading the charts...')}</Loading>
        </div>
      )}
    </section>
  );
}

const isFlat = ({ periods }: Answer) =>
  periods.every(
    ({ signatures, applications, received }) =>
      signatures + applications === 0 && Object.keys(received ?? {}).length === 0,
  );

function Charts({ data: { span, periods } }: { data: Answer }) {
  const t = useWords();
  const language = useLanguage();
  const figures = new Intl.NumberFormat(language);
  const names = periods.map(({ name }) => name);
  const count = (n: number) => figures.format(n);
  const money = (n: number) => amountIn(dollars(BigInt(n)), language);
  const isPaid = periods.some(({ received }) => received !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 md:grid-cols-2">
      <TrendChart
        title={t('Signatures')}
        span={span}
        periods={names}
        series={[
          {
            label: t('Signatures'),
            thread: 'fill-heading',
            values: periods.map(({ signatures }) => signatures),
          },
        ]}
        format={count}
      />
      <TrendChart
        title={t('Applications')}
        span={span}
        periods={names}
        series={[
          {
            label: t('Applications'),
            thread: 'fill-accent',
            values: periods.map(({ applications }) => applications),
          },
        ]}
        format={count}
      />
      {isPaid ? (
        <div className="md:col-span-2">
          <TrendChart
            title={t('Money received')}
            span={span}
            periods={names}
            series={RAILS.map(([rail, label, thread]) => ({
              label: t(label),
              thread,
              values: periods.map(({ received }) => Number(cents(received?.[rail] ?? decimal(0n)))),
            }))}
            format={money}
            brief={(n) => money(n).replace(/\.00$/, '')}
          />
        </div>
      ) : null}
    </div>
  );
}
