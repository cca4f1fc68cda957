import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { sentenceOf } from '../../web/api.ts';
import { IfMay } from '../../web/rights.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { useWords } from '../../web/words.tsx';
import { Emailed } from './Emailed.tsx';
import { FactValue } from './FactValue.tsx';
import { type Entry, type Kind, SUBMISSIONS_PATH } from './Kind.tsx';
import { ListFilters } from './ListFilters.tsx';
import { SubmissionDetail } from './SubmissionDetail.tsx';
import { TriageMark } from './TriageMark.tsx';
import { useCsvDownload } from './useCsvDownload.ts';
import { useEntries } from './useEntries.ts';
import { useOpened } from './useOpened.ts';
import { type ListQuery, sortOf, textOf, useListAddress } from './useListAddress.ts';

interface SubmissionListProps {
  kind: Kind;
  extraOf?: (entry: Entry) => ReactNode;
  /** Between heading and list. */
  above?: ReactNode;
  /** What can be done with all that the list shows. */
  deedsFor?: (shown: Shown) => ReactNode;
}

export interface Shown {
  query: ListQuery;
  total: number;
  /** False while the answer is on its way: the total is of another question. */
  isKnown: boolean;
}

const NOT_NARROWED = { search: '', country: '', status: '', owner: '', tag: '', day: '' };

/** Everything of one kind: searched, filtered, sorted and fetched by the server. */
export function SubmissionList({ kind, extraOf, above, deedsFor }: SubmissionListProps) {
  const t = useWords();
  const { query, change } = useListAddress();
  const list = useEntries(kind, query);
  const columns = useColumns(kind);
  const opened = useOpened(kind, list.entries);
  const { sort: sorted, ...filters } = query;
  const isNarrowed = Object.values(filters).some(Boolean);
  const sort = sortOf(sorted);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListHeading kind={kind} />
      {above}
      <ListFilters kind={kind} query={query} onChange={change} />
      {deedsFor?.({ query, total: list.total, isKnown: !list.isFetching && !list.error })}
      <DataTable
        caption={t(kind.label)}
        columns={columns}
        rows={list.entries}
        rowKey={(entry) => entry.id}
        total={list.total}
        {...(sort ? { sort } : {})}
        onSort={(next) => change({ sort: textOf(next) })}
        onRow={(entry) => opened.open(entry)}
        isLoading={list.isFetching}
        loadingLabel={t('Loading the list...')}
        error={
          list.error
            ? t(sentenceOf(list.error, t('The list could not be loaded. Please try again.')))
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
              action={<Button onClick={() => change(NOT_NARROWED)}>{t('Show everything')}</Button>}
            />
          ) : (
            t('None yet.')
          )
        }
      />
      <SubmissionDetail
        kind={kind}
        entry={opened.entry}
        isMissing={opened.isMissing}
        onClose={opened.close}
      >
        {opened.entry ? extraOf?.(opened.entry) : null}
      </SubmissionDetail>
    </div>
  );
}

function ListHeading({ kind }: { kind: Kind }) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const csv = useCsvDownload(kind.type);
  // Whoever came by a tile is told where they are; who walks along the tabs goes on walking.
  useEffect(() => {
    if (!document.activeElement?.closest('[role="tablist"]')) heading.current?.focus();
  }, []);
  return (
    <header className="flex flex-wrap items-center justify-between gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-[1.5rem]">
        {t(kind.label)}
      </h2>
      <div className="actions">
        <IfMay may="submissions:export">
          <Button
            pending={csv.isPending}
            pendingLabel={t('Downloading...')}
            onClick={() => csv.mutate()}
          >
            {t('Download CSV')}
          </Button>
        </IfMay>
        <Button {...linkTo(SUBMISSIONS_PATH)}>{t('Back to Summary')}</Button>
      </div>
    </header>
  );
}

const triageColumn = (header: string): Column<Entry> => ({
  id: 'triage',
  header,
  cell: ({ triage }) => (triage ? <TriageMark triage={triage} /> : null),
});

/** Name first, then the kind's columns. */
function useColumns(kind: Kind): Column<Entry>[] {
  const t = useWords();
  return useMemo(() => {
    const shown = kind.columns.flatMap((id) => kind.facts.filter((fact) => fact.id === id));
    return [
      {
        id: kind.nameColumn.id,
        header: t(kind.nameColumn.label ?? words('Name')),
        ...(kind.nameColumn.sortable ? { sortable: true } : {}),
        cell: (entry) => (
          <span className="py-1.5 md:min-w-40">
            <Emailed name={entry.name} hasMail={entry.hasMail} />
          </span>
        ),
      },
      ...(kind.triage ? [triageColumn(t('Status'))] : []),
      ...shown.map((fact) => ({
        id: fact.id,
        header: t(fact.label),
        numeric: fact.show === 'dollars',
        ...(fact.sortable ? { sortable: true } : {}),
        cell: (entry: Entry) => <FactValue fact={fact} values={entry.values} brief />,
      })),
    ];
  }, [kind, t]);
}
