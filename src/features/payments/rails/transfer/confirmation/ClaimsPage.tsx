import { Money } from '../../../../../web/ui/Money.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { BulkBar } from '../../../../../web/lists/BulkBar.tsx';
import { EmptyState } from '../../../../../web/lists/EmptyState.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { dateColumn } from '../../../../../web/lists/columns.tsx';
import type { Column } from '../../../../../web/lists/DataTable.tsx';
import { ListHeading } from '../../../../../web/lists/ListHeading.tsx';
import { ListTable } from '../../../../../web/lists/ListTable.tsx';
import { useOpenedRow } from '../../../../../web/lists/useOpenedRow.ts';
import { rowsOf } from '../../../../../web/lists/useRows.ts';
import { Shrunk } from '../../../../../web/lists/Shrunk.tsx';
import { FilterBar } from '../../../../../web/lists/Filters.tsx';
import { SearchField } from '../../../../../web/lists/SearchField.tsx';
import { lookupKey, minKeyLength, withoutAccents } from '../statements/match.rules.ts';
import { Select } from '../../../../../web/forms/Select.tsx';
import { useTitle } from '../../../../../web/useTitle.ts';
import { useWords } from '../../../../../web/words.tsx';
import { RAIL_LABELS } from '../../../core/admin-labels.rules.ts';
import { RAIL_NAMES } from '../../../core/payment-labels.rules.ts';
import { ClaimDialog } from './ClaimDecision.tsx';
import { waitingClaims } from './WaitingClaims.tsx';
import { ConfirmSeveral } from './ConfirmSeveral.tsx';
import { listPaymentsForAdmin, maxAtOnce, type PaymentRow } from './confirmation.contract.ts';
import { useSelection } from '../statements/useSelection.ts';
import { cents, dollars } from '../../../../../shared/money.ts';
import { useDates } from '../../../../../web/useDates.ts';

const PAYMENTS = rowsOf(listPaymentsForAdmin);

/** Every claim that waits, oldest first; several can be confirmed at once. */
export function ClaimsPage() {
  const t = useWords();
  useTitle(t('Payments to check'));
  const { data, error, isFetching, refetch } = useQuery(waitingClaims);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="list-page">
      <ListHeading ref={heading} title={t('Payments to check')}>
        <Button
          pending={isFetching}
          pendingLabel={t('Refreshing...')}
          onClick={() => void refetch()}
        >
          <Shrunk icon="refresh">{t('Refresh')}</Shrunk>
        </Button>
      </ListHeading>
      {data?.rows.length === 0 ? (
        <EmptyState title={t('No payments to check.')}>
          {t('A payment appears here when the payer enters a reference number.')}
        </EmptyState>
      ) : (
        <Claims
          query={{ error, isFetching, refetch }}
          rows={data?.rows.toReversed()}
          total={data?.total ?? 0}
          onGone={() => heading.current?.focus()}
        />
      )}
    </div>
  );
}

interface ClaimsProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Undefined while they are on their way. */
  rows: readonly PaymentRow[] | undefined;
  /** How many there are, shown or not. */
  total: number;
  /** What had the focus has gone with its row. */
  onGone: () => void;
}

/** By words of the payer, or by a number however it is spaced and dashed. */
function isFound({ reference, name, email, number }: PaymentRow, search: string): boolean {
  const text = plain([reference, name, email, number].join(' '));
  const key = lookupKey(search);
  const isNumber =
    key.length >= minKeyLength &&
    [reference, number ?? ''].some((one) => lookupKey(one).includes(key));
  return (
    isNumber ||
    plain(search)
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

const plain = (text: string) => withoutAccents(text).toLowerCase();

type Shown = 'all' | 'zelle' | 'bank' | 'same';

function Claims({ query, rows, total, onGone }: ClaimsProps) {
  const t = useWords();
  const [shown, setShown] = useState<Shown>('all');
  const [isConfirming, setConfirming] = useState(false);
  const [search, setSearch] = useState('');
  const visible = rows?.filter(
    (row) =>
      (shown === 'all' || row.method === shown || (shown === 'same' && row.sameNumber > 1)) &&
      isFound(row, search),
  );
  const opened = useOpenedRow(PAYMENTS, visible);
  const columns = useColumns();
  const canConfirm = useCan()('payments:confirm');
  const { chosen, isAll, has, choose, clear } = useSelection(visible ?? []);
  const choices: [Shown, string][] = [
    ['all', t('All')],
    ['zelle', t(RAIL_NAMES.zelle)],
    ['bank', t(RAIL_NAMES.bank)],
    ['same', t('Numbers reported more than once')],
  ];
  return (
    <>
      <ListTable
        caption={t('Payments to check')}
        filters={
          <FilterBar
            search={
              <SearchField
                label={t('Reference, name, email or number')}
                search={search}
                onSearch={setSearch}
              />
            }
            chosen={shown === 'all' ? 0 : 1}
          >
            <Field label={t('Show')}>
              <Select
                value={shown}
                onChoose={setShown}
                options={choices.map(([value, label]) => ({ value, label }))}
              />
            </Field>
          </FilterBar>
        }
        columns={columns}
        list={{ ...query, rows: visible, total: visible?.length ?? 0 }}
        selection={{
          isChosen: ({ id }) => has(id),
          onChoose: (claim, isChosen) => choose([claim], isChosen),
          labelOf: ({ reference }) => t('Select {reference}', { reference }),
          all: {
            label: t('Select all {count} shown', { count: visible?.length ?? 0 }),
            isChosen: isAll,
            isPart: chosen.length > 0 && !isAll,
            isKnown: true,
            onChoose: (isChosen) => choose(visible ?? [], isChosen),
          },
        }}
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel={t('Loading the payments...')}
        failedLabel={t('The payments could not be loaded.')}
        emptyLabel={t('Nothing matches this filter.')}
      />
      {rows && total > rows.length ? (
        <p className="hint">
          {t('Showing the {count} newest of {total}.', { count: rows.length, total })}
        </p>
      ) : null}
      {canConfirm && chosen.length > 0 ? (
        <BulkBar className="flex flex-wrap items-center justify-between gap-3 border-rule">
          <p role="status" className="bold">
            {t('{count, plural, one {# selected.} other {# selected.}}', {
              count: chosen.length,
            })}{' '}
            {chosen.length > maxAtOnce ? (
              <span className="text-danger">{t('Select at most 100 payments at a time.')}</span>
            ) : null}
          </p>
          <Button
            variant="primary"
            disabled={chosen.length > maxAtOnce}
            onClick={() => setConfirming(true)}
          >
            {t('Confirm {count, plural, one {# payment} other {# payments}}...', {
              count: chosen.length,
            })}
          </Button>
        </BulkBar>
      ) : null}
      {isConfirming ? (
        <ConfirmSeveral
          claims={chosen}
          onClose={(isDone) => {
            setConfirming(false);
            if (!isDone) return;
            clear();
            onGone();
          }}
        />
      ) : null}
      <ClaimDialog opened={opened} />
    </>
  );
}

function useColumns(): Column<PaymentRow>[] {
  const t = useWords();
  const { dayOf } = useDates();
  return [
    {
      id: 'payer',
      header: t('Name'),
      cell: ({ reference, name }) => `${reference} · ${name}`,
    },
    {
      id: 'amount',
      header: t('Amount'),
      numeric: true,
      onPhone: 'end',
      cell: ({ amount }) => <Money of={dollars(cents(amount))} />,
    },
    {
      id: 'method',
      header: t('Method'),
      onPhone: 'below',
      cell: ({ method }) => t(RAIL_LABELS[method]),
    },
    {
      id: 'number',
      header: t('Number given by the payer'),
      yields: 'text',
      onPhone: 'beside',
      cell: ({ number, sameNumber }) => (
        <>
          {sameNumber > 1 ? (
            <strong className="text-danger">
              {t('{count} applications reported this number.', { count: sameNumber })}
            </strong>
          ) : null}{' '}
          {number}
        </>
      ),
    },
    {
      id: 'instalment',
      header: t('Payment'),
      cell: ({ instalment, of }) => t('{number} of {all}', { number: instalment, all: of }),
    },
    dateColumn('updatedAt', t('When'), ({ updatedAt }) => dayOf(updatedAt), {
      onPhone: 'below-end',
    }),
  ];
}
