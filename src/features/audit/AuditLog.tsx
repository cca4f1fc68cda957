import { useMemo } from 'react';
import { sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { SearchField } from '../../web/ui/SearchField.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { About, ActSentence, Actor } from './ActParts.tsx';
import type { AuditEntry } from './audit.contract.ts';
import { AREA_LABELS, AUDIT_AREAS } from './audit.rules.ts';
import { AuditDetail } from './AuditDetail.tsx';
import { useAuditLog, useOpenedAct } from './useAuditLog.ts';

/** Who did what, newest first: searched and narrowed by the server; a row opens the act. */
export function AuditLog({ usersPath }: { usersPath: string }) {
  const t = useWords();
  const log = useAuditLog();
  const { list, entries, asked, ask } = log;
  const opened = useOpenedAct(entries);
  const columns = useColumns();
  const isNarrowed = Boolean(asked.search || asked.status || asked.from || asked.until);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="hint">
        {t(
          'What administrators and members did that others must be able to look up. Nobody can change or remove a line.',
        )}
      </p>
      <Filters log={log} />
      <DataTable
        caption={t('Audit log')}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        total={log.total}
        sort={{ id: 'at', desc: asked.sort !== 'at' }}
        onSort={({ desc }) => ask({ sort: desc ? '' : 'at' })}
        onRow={opened.open}
        isLoading={list.isFetching}
        loadingLabel={t('Loading the log...')}
        error={
          list.error
            ? t(sentenceOf(list.error, t('The log could not be loaded. Please try again.')))
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
                <Button onClick={() => ask({ search: '', status: '', from: '', until: '' })}>
                  {t('Show everything')}
                </Button>
              }
            />
          ) : (
            t('Nothing was done yet.')
          )
        }
      />
      <AuditDetail
        entry={opened.entry}
        isMissing={opened.isMissing}
        onClose={opened.close}
        usersPath={usersPath}
      />
    </div>
  );
}

/** Narrows the log: words, area, days. */
function Filters({ log: { asked, ask } }: { log: ReturnType<typeof useAuditLog> }) {
  const t = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <SearchField
        search={asked.search}
        onSearch={(search) => ask({ search }, { replace: true })}
      />
      <Field label={t('Area')}>
        <Select
          placeholder={t('All areas')}
          options={AUDIT_AREAS.map((value) => ({ value, label: t(AREA_LABELS[value]) }))}
          value={asked.status}
          onChange={(event) => ask({ status: event.target.value })}
        />
      </Field>
      <Field label={t('First day')}>
        <TextInput
          type="date"
          value={asked.from}
          max={asked.until || undefined}
          onChange={(event) => ask({ from: event.target.value }, { replace: true })}
        />
      </Field>
      <Field label={t('Last day')}>
        <TextInput
          type="date"
          value={asked.until}
          min={asked.from || undefined}
          onChange={(event) => ask({ until: event.target.value }, { replace: true })}
        />
      </Field>
    </div>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const t = useWords();
  const { momentOf } = useDates();
  return useMemo(
    () => [
      {
        id: 'action',
        header: t('What'),
        cell: ({ action }) => (
          <span className="block py-1.5 text-start [overflow-wrap:anywhere] md:min-w-52">
            <ActSentence action={action} />
          </span>
        ),
      },
      { id: 'actor', header: t('Who'), cell: ({ actor }) => <Actor actor={actor} /> },
      { id: 'subject', header: t('About'), cell: (entry) => <About entry={entry} /> },
      {
        id: 'at',
        header: t('When'),
        sortable: true,
        cell: ({ at }) => <span className="whitespace-nowrap figures">{momentOf(at)}</span>,
      },
    ],
    [t, momentOf],
  );
}
