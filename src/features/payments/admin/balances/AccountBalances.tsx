import '../../../../web/lists/DataTable.css';
import { useQuery } from '@tanstack/react-query';
import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { useAction } from '../../../../web/actions/useAction.ts';
import { useCsvDownload } from '../../../../web/actions/useCsvDownload.ts';
import { go, useAddress, withQuery } from '../../../../web/address.ts';
import { call, download } from '../../../../web/api.ts';
import { Field } from '../../../../web/forms/Field.tsx';
import { Select } from '../../../../web/forms/Select.tsx';
import { EmptyState } from '../../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../web/loading/LoadError.tsx';
import { IfCan } from '../../../../web/permissions.tsx';
import { read } from '../../../../web/queries.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Money } from '../../../../web/ui/Money.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../web/useDates.ts';
import { useWords } from '../../../../web/words.tsx';
import { useMonths } from '../useMonths.ts';
import { RECONCILIATION_PATH } from '../../core/paths.rules.ts';
import { ACCOUNT_LABELS } from '../../core/journal/account-labels.rules.ts';
import {
  type Balances,
  closeMonth,
  exportJournal,
  type RailBalance,
  readAccountBalances,
} from './balances.contract.ts';

/** The accounts of the journal in the month of the address, its file, and the close of a month. */
export function AccountBalances() {
  const t = useWords();
  const { query } = useAddress();
  const month = /^\d{4}-\d\d$/.exec(query.get('month') ?? '')?.[0];
  const { data, error, isFetching, refetch } = useQuery(
    read(readAccountBalances, { query: month ? { month } : {} }),
  );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="accounts">
      <h3 id="accounts">{t('Accounts')}</h3>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The accounts could not be loaded.')}
      />
      {data ? <Month balances={data} /> : error ? null : <Loading>{t('Adding up...')}</Loading>}
    </section>
  );
}

function Month({ balances }: { balances: Balances }) {
  const t = useWords();
  const nameOf = useMonths();
  const { month, months, rails, closedUntil, closable, accounts } = balances;
  const csv = useCsvDownload(`journal-${month}.csv`, () =>
    download(exportJournal, { query: { month } }),
  );
  return (
    <>
      {rails.map((rail) => (
        <RailCheck key={rail.account} rail={rail} />
      ))}
      <div className="flex flex-wrap items-end gap-4">
        <div className="min-w-48">
          <Field label={t('Month')}>
            <Select
              options={months.map((value) => ({ value, label: nameOf(value) }))}
              value={month}
              onChange={({ target }) => go(withQuery(RECONCILIATION_PATH, { month: target.value }))}
            />
          </Field>
        </div>
        <Button
          pending={csv.isPending}
          pendingLabel={t('Downloading...')}
          onClick={() => void csv.run()}
        >
          {t('Download this month’s entries')}
        </Button>
        {closable ? (
          <IfCan permission="payments:confirm">
            <Close month={closable} />
          </IfCan>
        ) : null}
      </div>
      <p className="hint">
        {closedUntil
          ? t(
              'Closed up to {month}. What is booked about a closed month counts for the next one.',
              {
                month: nameOf(closedUntil),
              },
            )
          : t('No month is closed yet.')}
      </p>
      {accounts.length === 0 ? (
        <EmptyState title={t('Nothing was booked up to this month.')} />
      ) : (
        <AccountTable accounts={accounts} name={nameOf(month)} />
      )}
    </>
  );
}

/** Whether the journal says what the rail says, as far as the rail has answered. */
function RailCheck({ rail }: { rail: RailBalance }) {
  const t = useWords();
  const { dateTimeOf, dayInWords } = useDates();
  const { account, ours, theirs, checkedAt, isStale, until, open } = rail;
  const values = {
    rail: t(ACCOUNT_LABELS[account]),
    ours: dollars(cents(ours)),
    theirs: theirs === null ? '' : dollars(cents(theirs)),
    date: until ? dayInWords(until) : checkedAt ? dateTimeOf(checkedAt) : '',
    count: open,
  };
  const isEqual = theirs === ours;
  return (
    <Notice tone={isEqual && !isStale && open === 0 ? 'leaf' : 'danger'}>
      {theirs === null ? null : (
        <p>
          {isEqual
            ? t('{rail} holds {theirs}, as the journal says.', values)
            : t('{rail} holds {theirs}. The journal says {ours}. Difference: {difference}.', {
                ...values,
                difference: dollars(cents(ours) - cents(theirs)),
              })}
        </p>
      )}
      {open > 0 ? (
        <p>
          {t('{count, plural, one {# line waits} other {# lines wait}} for a decision.', values)}
        </p>
      ) : null}
      <p>
        {checkedAt === null
          ? t('{rail} has not been checked yet.', values)
          : isStale
            ? t('{rail} has not been checked since {date}.', values)
            : until
              ? t('By the statement up to {date}.', values)
              : t('Checked {date}.', values)}
      </p>
    </Notice>
  );
}

/** Cannot be undone, so it asks first. */
function Close({ month }: { month: string }) {
  const t = useWords();
  const name = useMonths()(month);
  const close = useAction(() => call(closeMonth, { body: { month } }), {
    through: useRecentPassword(),
    done: t('Month closed'),
    failed: t('The month was not closed'),
    refresh: [readAccountBalances],
  });
  const question = {
    title: t('Close {month}?', { month: name }),
    text: (
      <p>
        {t(
          'Check the bank, PayPal and the wallet first. A closed month stays as it is: later corrections count for the next month.',
        )}
      </p>
    ),
    confirmLabel: t('Close {month}', { month: name }),
  };
  return (
    <Button
      pending={close.isPending}
      pendingLabel={t('Saving...')}
      onClick={() => void close.ask(question)}
    >
      {t('Close {month}...', { month: name })}
    </Button>
  );
}

const COLUMNS = [
  ['before', words('Before')],
  ['in', words('In')],
  ['out', words('Out')],
  ['after', words('After')],
] as const;

function AccountTable({ accounts, name }: { accounts: Balances['accounts']; name: string }) {
  const t = useWords();
  return (
    <section
      className="table-scroll"
      aria-label={t('Accounts in {month}', { month: name })}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table>
        <caption className="sr-only">{t('Accounts in {month}', { month: name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Account')}</th>
            {COLUMNS.map(([column, label]) => (
              <th key={column} scope="col" className="numeric">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map((row) => (
            <tr key={`${row.account} ${row.asset} ${row.isTest}`}>
              <th scope="row">
                {t(ACCOUNT_LABELS[row.account])}
                {row.isTest ? <span className="bold text-danger"> · {t('test')}</span> : null}
              </th>
              {COLUMNS.map(([column, label]) => (
                <td key={column} data-label={t(label)} className="numeric whitespace-nowrap">
                  {row.asset === 'USD' ? (
                    <Money of={dollars(cents(row[column]))} />
                  ) : (
                    `${row[column]} ${row.asset}`
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
