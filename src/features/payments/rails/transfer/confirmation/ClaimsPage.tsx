import { Money } from '../../../../../web/ui/Money.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { BulkBar } from '../../../../../web/lists/BulkBar.tsx';
import { EmptyState } from '../../../../../web/lists/EmptyState.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
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
import { maxAtOnce, type PaymentRow } from './confirmation.contract.ts';
import { useSelection } from '../statements/useSelection.ts';
import { cents, dollars } from '../../../../../shared/money.ts';
import { useDates } from '../../../../../web/useDates.ts';

/** Every claim that waits, oldest first; several can be confirmed at once. */
export function ClaimsPage() {
  const t = useWords();
  useTitle(t('Payments to check'));
  const { data, error, isFetching, refetch } = useQuery(waitingClaims);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-[1.25rem] md:text-[1.5rem]">
          {t('Payments to check')}
        </h2>
        <Button
          pending={isFetching}
          pendingLabel={t('Refreshing...')}
          onClick={() => void refetch()}
        >
          {t('Refresh')}
        </Button>
      </header>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The payments could not be loaded.')}
      />
      {data ? (
        <Claims
          rows={data.rows.toReversed()}
          total={data.total}
          onGone={() => heading.current?.focus()}
        />
      ) : error ? null : (
        <Loading>{t('Loading the payments...')}</Loading>
      )}
    </div>
  );
}

interface ClaimsProps {
  rows: readonly PaymentRow[];
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

function Claims({ rows, total, onGone }: ClaimsProps) {
  const t = useWords();
  const [shown, setShown] = useState<Shown>('all');
  const [openedId, setOpenedId] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const [search, setSearch] = useState('');
  const visible = rows.filter(
    (row) =>
      (shown === 'all' || row.method === shown || (shown === 'same' && row.sameNumber > 1)) &&
      isFound(row, search),
  );
  const canConfirm = useCan()('payments:confirm');
  const { chosen, isAll, has, choose, clear } = useSelection(visible);
  if (rows.length === 0)
    return (
      <EmptyState title={t('No payments to check.')}>
        {t('A payment appears here when the payer enters a reference number.')}
      </EmptyState>
    );
  const choices: [Shown, string][] = [
    ['all', t('All')],
    ['zelle', t(RAIL_NAMES.zelle)],
    ['bank', t(RAIL_NAMES.bank)],
    ['same', t('Numbers reported more than once')],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <FilterBar
          search={
            <SearchField
              label={t('Reference, name, email or number')}
              search={search}
              onSearch={setSearch}
            />
          }
        >
          <Field label={t('Show')}>
            <Select
              value={shown}
              onChoose={setShown}
              options={choices.map(([value, label]) => ({ value, label }))}
            />
          </Field>
        </FilterBar>
        <Checkbox
          label={t('Select all {count} shown', { count: visible.length })}
          checked={isAll}
          onChange={(event) => choose(visible, event.currentTarget.checked)}
        />
      </div>
      {total > rows.length ? (
        <p className="hint">
          {t('Showing the {count} newest of {total}.', { count: rows.length, total })}
        </p>
      ) : null}
      {visible.length === 0 ? <EmptyState title={t('Nothing matches this filter.')} /> : null}
      <ul className="edged-t border-rule">
        {visible.map((claim) => (
          <li key={claim.id} className="edged-b border-rule">
            <ClaimRow
              claim={claim}
              isChosen={has(claim.id)}
              onChoose={(isChosen) => choose([claim], isChosen)}
              onOpen={() => setOpenedId(claim.id)}
            />
          </li>
        ))}
      </ul>
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
      <ClaimDialog
        openedId={openedId}
        claims={rows}
        onClose={() => setOpenedId(undefined)}
        onGone={onGone}
      />
    </div>
  );
}

interface ClaimRowProps {
  claim: PaymentRow;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
}

/** A claim in the list: tick it, or open it to decide it alone. */
function ClaimRow({ claim, isChosen, onChoose, onOpen }: ClaimRowProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const choose = t('Select {reference}', { reference: claim.reference });
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2">
      <Checkbox
        label={<span className="sr-only">{choose}</span>}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 [overflow-wrap:anywhere] md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_7rem]">
        <button
          type="button"
          onClick={onOpen}
          className="min-h-11 text-start bold text-heading underline decoration-[1.5px] underline-offset-[0.2em]"
        >
          {claim.reference} · {claim.name}
        </button>
        <p className="col-span-full text-[0.9375rem] text-muted figures max-md:order-last max-md:pb-2 md:col-span-1">
          {[
            t(RAIL_LABELS[claim.method]),
            claim.number,
            t('{number} of {all}', { number: claim.instalment, all: claim.of }),
            dayOf(claim.updatedAt),
          ].join(' · ')}
        </p>
        <strong className="text-end figures">
          <Money of={dollars(cents(claim.amount))} />
        </strong>
        {claim.sameNumber > 1 ? (
          <p className="col-span-full pb-2 bold text-danger">
            {t('{count} applications reported this number.', { count: claim.sameNumber })}
          </p>
        ) : null}
      </div>
    </div>
  );
}
