import { Money } from '../../../../web/ui/Money.tsx';
import '../../../../web/lists/DataTable.css';
import { useQuery } from '@tanstack/react-query';
import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { go, useAddress, withQuery } from '../../../../web/address.ts';
import { download } from '../../../../web/api.ts';
import { Field } from '../../../../web/forms/Field.tsx';
import { Select } from '../../../../web/forms/Select.tsx';
import { EmptyState } from '../../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../web/loading/LoadError.tsx';
import { read } from '../../../../web/queries.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useCsvDownload } from '../../../../web/actions/useCsvDownload.ts';
import { useTitle } from '../../../../web/useTitle.ts';
import { useWords } from '../../../../web/words.tsx';
import { RECONCILIATION_PATH } from '../../core/paths.rules.ts';
import { RAIL_LABELS } from '../../core/admin-labels.rules.ts';
import { AccountBalances } from '../balances/AccountBalances.tsx';
import { useMonths } from '../useMonths.ts';
import {
  exportLedger,
  readReconciliation,
  type Reconciliation,
} from './reconciliation.contract.ts';

/** The accounts of the journal, and due and received money by month. */
export function ReconciliationPage() {
  const t = useWords();
  useTitle(t('Reconciliation'));
  const csv = useCsvDownload('ledger.csv', () => download(exportLedger));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-[1.5rem]">{t('Reconciliation')}</h2>
        <Button
          pending={csv.isPending}
          pendingLabel={t('Downloading...')}
          onClick={() => void csv.run()}
        >
          {t('Download the ledger as CSV')}
        </Button>
      </header>
      <AccountBalances />
      <Year />
    </div>
  );
}

/** The year of the address; this one without. */
function Year() {
  const t = useWords();
  const { query } = useAddress();
  const year = /^\d{4}$/.exec(query.get('year') ?? '')?.[0];
  const { data, error, isFetching, refetch } = useQuery(
    read(readReconciliation, { query: year ? { year: Number(year) } : {} }),
  );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="months">
      <h3 id="months">{t('Due and received')}</h3>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The report could not be loaded.')}
      />
      {data ? <Report report={data} /> : error ? null : <Loading>{t('Adding up...')}</Loading>}
    </section>
  );
}

function Report({ report }: { report: Reconciliation }) {
  const t = useWords();
  const { year, years, rows, totals } = report;
  return (
    <>
      <div className="max-w-40">
        <Field label={t('Year')}>
          <Select
            options={years.map(String)}
            value={String(year)}
            onChange={({ target }) => go(withQuery(RECONCILIATION_PATH, { year: target.value }))}
          />
        </Field>
      </div>
      <p className="hint">
        {t(
          'Instalments count in the month they fall due, money in the month it arrives. A difference may be a matter of days.',
        )}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={t('Nothing was due or received in this year.')} />
      ) : (
        <MonthTable rows={rows} totals={totals} year={year} />
      )}
    </>
  );
}

type Row = Reconciliation['rows'][number];
type Total = Reconciliation['totals'][number];

const AMOUNTS = [
  ['due', words('Due')],
  ['received', words('Received')],
  ['refunded', words('Refunded')],
  ['difference', words('Difference')],
] as const;

/** The months of a year, a row for each rail, then the totals of each currency; test money is separate. */
function MonthTable({ rows, totals, year }: Pick<Reconciliation, 'rows' | 'totals' | 'year'>) {
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
              name={t('Total, {currency}', { currency: total.currency })}
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
            <Money of={dollars(inCents)} />
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
