import { useMemo } from 'react';
import { words } from '../../../shared/words.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { type Column, DataTable } from '../../../web/ui/DataTable.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { BatchDetail } from '../mailing/batch.contract.ts';

type Failure = BatchDetail['failures'][number];

const STATES: Readonly<Record<Failure['state'], string>> = {
  failed: words('Failed'),
  uncertain: words('Uncertain'),
  queued: words('Will be tried again'),
};

/** The last that did not arrive, in the mail servers' own words, and of how many they are. */
export function BatchFailures({ failures, troubled }: Pick<BatchDetail, 'failures' | 'troubled'>) {
  const t = useWords();
  // Looked at a moment apart: never fewer than are shown.
  const total = Math.max(failures.length, troubled);
  const title =
    total > failures.length
      ? t('The last {shown} of {count, plural, other {#}} that did not arrive', {
          shown: failures.length,
          count: total,
        })
      : t('What did not arrive');
  const { momentOf } = useDates();
  const columns = useMemo<Column<Failure>[]>(
    () => [
      {
        id: 'email',
        header: t('Recipient'),
        cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email}</span>,
      },
      {
        id: 'state',
        header: t('Status'),
        cell: ({ state }) => (
          <Badge tone={state === 'failed' ? 'bad' : 'plain'}>{t(STATES[state])}</Badge>
        ),
      },
      {
        id: 'error',
        header: t('What the server said'),
        cell: ({ error }) => (
          <span className="block [overflow-wrap:anywhere] md:min-w-48">{error}</span>
        ),
      },
      {
        id: 'at',
        header: t('When'),
        cell: ({ at }) => <span className="whitespace-nowrap figures">{momentOf(at)}</span>,
      },
    ],
    [t, momentOf],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3>{title}</h3>
      <DataTable
        caption={title}
        columns={columns}
        rows={failures}
        rowKey={({ email }) => email}
        total={total}
        loadingLabel={t('Loading the list...')}
        empty={null}
      />
    </div>
  );
}
