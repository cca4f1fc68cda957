import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import {
  listMailSuppressions,
  removeMailSuppression,
  type Suppression,
} from './suppression.contract.ts';
import { type SuppressionReason as Reason, SUPPRESSION_REASONS } from './suppression.rules.ts';
import { ANY_TEXT, useListAddress } from '../../../web/lists/useListAddress.ts';
import { rowsOf, useRows } from '../../../web/lists/useRows.ts';

/** Addresses that no bulk mail goes to, and why. */
export function SuppressionList() {
  const t = useWords();
  const { list, asked, ask, isNarrowed } = useSuppressions();
  const columns = useColumns();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          search={asked.search}
          onSearch={(search) => ask({ search }, { replace: true })}
        />
        <Field label={t('Reason')}>
          <Select
            placeholder={t('All reasons')}
            options={SUPPRESSION_REASONS.map((value) => ({
              value,
              label: t(REASON_LABELS[value]),
            }))}
            value={asked.status}
            onChange={({ target }) => ask({ status: target.value })}
          />
        </Field>
      </div>
      <DataTable
        caption={t('Each address and why')}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        total={list.total}
        isLoading={list.isFetching}
        loadingLabel={t('Loading the addresses...')}
        error={
          list.error
            ? t(sentenceOf(list.error, words('The addresses could not be loaded.')))
            : undefined
        }
        onRetry={() => void list.refetch()}
        onLoadMore={
          list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : undefined
        }
        isEndless
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('Nothing matches.')}
              action={
                <Button onClick={() => ask({ search: '', status: '' })}>
                  {t('Show everything')}
                </Button>
              }
            />
          ) : (
            t('Everybody can be written to.')
          )
        }
      />
    </div>
  );
}

function useColumns(): Column<Suppression>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return useMemo(
    () => [
      {
        id: 'address',
        header: t('Address'),
        cell: ({ address }) => (
          <span className="block [overflow-wrap:anywhere] md:min-w-48">{address}</span>
        ),
      },
      {
        id: 'reason',
        header: t('Reason'),
        cell: (suppression) => <SuppressionReason suppression={suppression} />,
      },
      {
        id: 'createdAt',
        header: t('Since'),
        cell: ({ createdAt }) => (
          <span className="whitespace-nowrap figures">{dateTimeOf(createdAt)}</span>
        ),
      },
      {
        id: 'deed',
        header: t('Change'),
        cell: (suppression) => (
          <IfCan permission="mail:send">
            <TakeOff suppression={suppression} />
          </IfCan>
        ),
      },
    ],
    [t, dateTimeOf],
  );
}

function TakeOff({
  suppression: { id, address, reason, unsubscribedAt },
}: {
  suppression: Suppression;
}) {
  const t = useWords();
  const confirm = useConfirm();
  const refresh = useFreshSuppressions();
  const withRecentPassword = useRecentPassword();
  const remove = useMutation({
    mutationFn: () => withRecentPassword(() => call(removeMailSuppression, { params: { id } })),
    onSuccess: ({ message }) => toast({ title: t('Address Taken Off'), description: t(message) }),
    onError: (error) =>
      toast({
        title: t('Error'),
        description: t(sentenceOf(error, words('The address could not be taken off.'))),
        variant: 'destructive',
      }),
    onSettled: () => refresh(),
  });

  async function ask() {
    const isSure = await confirm({
      title: t('Write to {address} again?', { address }),
      text: t('From now on bulk mail goes there again, unless it comes back once more.'),
      confirmLabel: t('Take it off the list'),
    });
    if (isSure) remove.mutate();
  }

  // Who unsubscribed takes it back themselves, with the link in the mail.
  if (reason === 'unsubscribed' || unsubscribedAt)
    return <span className="hint">{t('Only they can undo this')}</span>;
  return (
    <Button
      variant="quiet"
      pending={remove.isPending}
      aria-label={t('Take off {address}...', { address })}
      onClick={() => void ask()}
    >
      {t('Take off...')}
    </Button>
  );
}

/** What each reason is called. */
export const REASON_LABELS: Readonly<Record<Reason, string>> = {
  unsubscribed: words('Unsubscribed'),
  bounced: words('Mail came back'),
  complaint: words('Complained'),
  'by hand': words('Entered by hand'),
};

/** Why no bulk mail goes to an address: what somebody entered, and that its reader unsubscribed. */
function SuppressionReason({ suppression }: { suppression: Suppression }) {
  const t = useWords();
  const { reason, unsubscribedAt } = suppression;
  const isBoth = reason !== 'unsubscribed' && unsubscribedAt !== null;
  return (
    <>
      {t(REASON_LABELS[reason])}
      {isBoth ? <span className="block">{t(REASON_LABELS.unsubscribed)}</span> : null}
    </>
  );
}

const SUPPRESSIONS = rowsOf(listMailSuppressions);

/** The addresses that the page's own asks for. */
function useSuppressions() {
  const { asked, question, ask } = useListAddress({
    search: ANY_TEXT,
    status: SUPPRESSION_REASONS,
  });
  // Readers unsubscribe while it is looked at.
  const list = useRows(SUPPRESSIONS, question, { isNeverOld: true });
  return { list, asked, ask, isNarrowed: Boolean(asked.search || asked.status) };
}

/** Fetches the list anew after a change. Whoever is shown recipients fetches those when it is opened. */
export function useFreshSuppressions() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listMailSuppressions.name] });
}
