import { cents, dollars } from '../../../shared/money.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { RAIL_LABELS } from '../manual/PaymentFacts.tsx';
import '../../../web/ui/DataTable.css';
import type { Reconciliation } from './reconciliation.contract.ts';

type Row = Reconciliation['rows'][number];
type Total = Reconciliation['totals'][number];

const AMOUNTS = ['due', 'received', 'refunded', 'difference'] as const;

/** The months of a year, a line for each rail, with the totals of each currency; test money stands apart. */
export function MonthTable({
  rows,
  totals,
  year,
}: Pick<Reconciliation, 'rows' | 'totals' | 'year'>) {
  const t = useWords();
  const nameOf = useMonths();
  const heads = [t('Due'), t('Received'), t('Given back'), t('Difference')];
  return (
    <section
      className="table-scroll"
      aria-label={t('Due and received')}
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
            {heads.map((head) => (
              <th key={head} scope="col" className="numeric">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.month} ${row.method} ${row.currency} ${row.isTest}`}>
              <th scope="row">{nameOf(row.month)}</th>
              <td>
                {t(RAIL_LABELS[row.method])}
                <TestMark isTest={row.isTest} />
              </td>
              <Amounts row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map((total) => (
            <tr key={`${total.currency} ${total.isTest}`} className="bold">
              <th scope="row" colSpan={2}>
                {t('In all, {currency}', { currency: total.currency })}
                <TestMark isTest={total.isTest} />
              </th>
              <Amounts row={total} />
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  );
}

function Amounts({ row }: { row: Row | Total }) {
  return AMOUNTS.map((name) => {
    const amount = cents(row[name]);
    const isOff = name === 'difference' && amount !== 0n;
    return (
      <td key={name} className={`numeric whitespace-nowrap ${isOff ? 'bold' : ''}`}>
        {dollars(amount)}
      </td>
    );
  });
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
