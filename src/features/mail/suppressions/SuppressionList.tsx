import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { dateColumn, textColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../../web/lists/Filters.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import {
  listMailSuppressions,
  removeMailSuppression,
  type Suppression,
} from './suppression.contract.ts';
import { SUPPRESSION_LABELS, SUPPRESSION_REASONS } from './suppression.rules.ts';
import { ANY_TEXT, useList } from '../../../web/lists/useList.ts';
import { rowsOf } from '../../../web/lists/useRows.ts';

const SUPPRESSIONS = rowsOf(listMailSuppressions);

/** Addresses that no bulk mail goes to, and why. */
export function SuppressionList() {
  const t = useWords();
  // Readers unsubscribe while it is looked at.
  const list = useList(
    SUPPRESSIONS,
    { search: ANY_TEXT, status: SUPPRESSION_REASONS },
    { isNeverOld: true },
  );
  const columns = useColumns();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListTable
        caption={t('Addresses and reasons')}
        filters={
          <FilterBar search={<SearchFilter list={list} />}>
            <SelectFilter
              list={list}
              name="status"
              label={t('Reason')}
              placeholder={t('All reasons')}
              options={SUPPRESSION_REASONS.map((value) => ({
                value,
                label: t(SUPPRESSION_LABELS[value]),
              }))}
            />
          </FilterBar>
        }
        columns={columns}
        list={list}
        loadingLabel={t('Loading the addresses...')}
        failedLabel={t('The addresses could not be loaded.')}
        emptyLabel={t('No addresses on this list.')}
      />
    </div>
  );
}

function useColumns(): Column<Suppression>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return [
    textColumn('address', t('Address'), ({ address }) => address),
    {
      id: 'reason',
      header: t('Reason'),
      cell: (suppression) => <SuppressionReason suppression={suppression} />,
    },
    dateColumn('createdAt', t('Since'), ({ createdAt }) => dateTimeOf(createdAt)),
    {
      id: 'change',
      header: t('Change'),
      cell: (suppression) => (
        <IfCan permission="mail:send">
          <TakeOff suppression={suppression} />
        </IfCan>
      ),
    },
  ];
}

function TakeOff({
  suppression: { id, address, reason, unsubscribedAt },
}: {
  suppression: Suppression;
}) {
  const t = useWords();
  const remove = useAction(() => call(removeMailSuppression, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Address Removed'),
    failed: t('Error'),
    fallback: words('The address could not be removed.'),
    refresh: [listMailSuppressions],
  });
  const question = {
    title: t('Write to {address} again?', { address }),
    text: t('Bulk email will go there again, unless it bounces again.'),
    confirmLabel: t('Remove from the list'),
  };

  // People undo their own unsubscription, with the link in the mail.
  if (reason === 'unsubscribed' || unsubscribedAt)
    return <span className="hint">{t('Only they can undo this')}</span>;
  return (
    <Button
      variant="quiet"
      pending={remove.isPending}
      aria-label={t('Remove {address}...', { address })}
      onClick={() => void remove.ask(question)}
    >
      {t('Remove...')}
    </Button>
  );
}

/** Why no bulk mail goes to an address: what somebody entered, and that its reader unsubscribed. */
function SuppressionReason({ suppression }: { suppression: Suppression }) {
  const t = useWords();
  const { reason, unsubscribedAt } = suppression;
  const isBoth = reason !== 'unsubscribed' && unsubscribedAt !== null;
  return (
    <>
      {t(SUPPRESSION_LABELS[reason])}
      {isBoth ? <span className="block">{t(SUPPRESSION_LABELS.unsubscribed)}</span> : null}
    </>
  );
}

/** Fetches the list anew after a change. Whoever is shown recipients fetches those when it is opened. */
export function useFreshSuppressions() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listMailSuppressions.name] });
}
