import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { useLanguage, useWords } from '../../../../web/words.tsx';
import { RAIL_LABELS } from '../../core/payment-labels.rules.ts';
import '../../../../web/lists/DataTable.css';
import type { Reconciliation } from './reconciliation.contract.ts';

type Row = Reconciliation['rows'][number];
type Total = Reconciliation['totals'][number];

const AMOUNTS = [
  ['due', words('Due')],
  ['received', words('Received')],
  ['refunded', words('Given back')],
  ['difference', words('Difference')],
] as const;

/** The months of a year, a row for each rail, then the totals of each currency; test money is separate. */
export function MonthTable({
  rows,
  totals,
  year,
}: Pick<Reconciliation, 'rows' | 'totals' | 'year'>) {
  const t = useWords();
  const nameOf = useMonths();
  return (
    <section
      className="table-scroll"
      aria-label={t('Due and received in {year}', { year })}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table>
        <caption className="sr-only">{t('Due and received in {year}', { year })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Month')}</th>
            <th scope="col">{t('Method')}</th>
            {AMOUNTS.map(([name, label]) => (
              <th key={name} scope="col" className="numeric">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={`${row.month} ${row.method} ${row.currency} ${row.isTest}`}
              name={nameOf(row.month)}
              method={t(RAIL_LABELS[row.method])}
              sums={row}
            />
          ))}
          {totals.map((total) => (
            <Line
              key={`${total.currency} ${total.isTest}`}
              name={t('In all, {currency}', { currency: total.currency })}
              method={t('All methods')}
              sums={total}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ name, method, sums }: { name: string; method: string; sums: Row | Total }) {
  const t = useWords();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('Method')}>
        <span>
          {method}
          <TestMark isTest={sums.isTest} />
        </span>
      </td>
      {AMOUNTS.map(([amount, label]) => {
        const inCents = cents(sums[amount]);
        const isOff = amount === 'difference' && inCents !== 0n;
        return (
          <td
            key={amount}
            data-label={t(label)}
            className={`numeric whitespace-nowrap ${isOff ? 'bold' : ''}`}
          >
            {dollars(inCents)}
          </td>
        );
      })}
    </tr>
  );
}

/** Money of the sandbox is none. */
function TestMark({ isTest }: { isTest: boolean }) {
  const t = useWords();
  return isTest ? <span className="bold text-danger"> · {t('test')}</span> : null;
}

/** "2026-11" as people write it. */
function useMonths() {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (month: string) => format.format(new Date(`${month}-01T00:00:00Z`));
}
