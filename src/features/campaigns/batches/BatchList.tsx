import { go, withQuery } from '../../../web/address.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { dateColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { useDates } from '../../../web/useDates.ts';
import { rowsOf, useRows } from '../../../web/lists/useRows.ts';
import { useWords } from '../../../web/words.tsx';
import { type Batch, listEmailBatches } from './batch.contract.ts';
import { TabSection } from '../../mail/TabSection.tsx';
import { BULK_PATH } from '../../mail/paths.rules.ts';
import { BatchRecipients, BatchState, doneOf } from './BatchStatus.tsx';

const BATCHES = rowsOf(listEmailBatches);

/** Bulk mails so far; a row opens one. */
export function BatchList() {
  const t = useWords();
  const list = useRows(BATCHES, {}, { pageSize: 20, isNeverOld: true });
  const columns = useColumns();
  return (
    <TabSection title={t('All bulk emails')}>
      <ListTable
        caption={t('Bulk emails')}
        columns={columns}
        list={list}
        isEndless={false}
        onRow={({ id }) => go(withQuery(BULK_PATH, { batch: id }))}
        loadingLabel={t('Loading the bulk emails...')}
        failedLabel={t('The bulk emails could not be loaded.')}
        emptyLabel={t('No bulk email has been sent yet.')}
      />
      {list.rows?.length ? (
        <div className="actions">
          <Button pending={list.isFetching} onClick={() => void list.refetch()}>
            {t('Refresh')}
          </Button>
        </div>
      ) : null}
    </TabSection>
  );
}

function useColumns(): Column<Batch>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return [
    {
      id: 'subject',
      header: t('Subject'),
      cell: ({ subject }) => (
        <span dir="auto" className="block py-1.5 [overflow-wrap:anywhere] md:min-w-48">
          {subject}
        </span>
      ),
    },
    {
      id: 'recipients',
      header: t('Recipients'),
      cell: (batch) => <BatchRecipients batch={batch} />,
    },
    {
      id: 'state',
      header: t('Status'),
      onPhone: 'below',
      cell: ({ state }) => <BatchState state={state} />,
    },
    {
      id: 'done',
      onPhone: 'beside',
      header: t('Progress'),
      cell: ({ counts }) => (
        <span className="figures">
          {t('{done, plural, other {#}} of {count, plural, other {#}}', {
            done: doneOf(counts),
            count: counts.total,
          })}
        </span>
      ),
    },
    {
      id: 'failed',
      header: t('Failed'),
      numeric: true,
      cell: ({ counts }) => counts.failed,
    },
    dateColumn(
      'createdAt',
      t('When'),
      ({ createdAt, scheduledFor }) => dateTimeOf(scheduledFor ?? createdAt),
      { onPhone: 'below-end' },
    ),
    { id: 'createdBy', header: t('Written by'), cell: ({ createdBy }) => createdBy ?? '–' },
  ];
}
