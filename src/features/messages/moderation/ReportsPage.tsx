import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../../web/lists/Filters.tsx';
import { useWords } from '../../../web/words.tsx';
import { countReports } from './moderation.contract.ts';
import { ReportCard } from './ReportCard.tsx';
import { type ReportList, useReports } from './useReports.ts';

/** What members reported, for administrators to judge. */
export function ReportsPage() {
  const t = useWords();
  const list = useReports();
  const { rows } = list;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FilterBar search={<SearchFilter list={list} />} chosen={list.asked.status === '' ? 0 : 1}>
        <SelectFilter
          list={list}
          name="status"
          label={t('Reports')}
          placeholder={t('Waiting')}
          options={[{ value: 'resolved', label: t('Decided') }]}
        />
      </FilterBar>
      <LoadError query={list} fallback={t('The reports could not be loaded. Please try again.')} />
      {!rows && !list.error ? <Loading>{t('Loading the reports...')}</Loading> : null}
      {rows ? (
        <Reports list={list} count={rows.length}>
          {rows.length === 0 ? <NoReports list={list} /> : null}
          {rows.map((report) => (
            <ReportCard key={report.id} report={report} />
          ))}
        </Reports>
      ) : null}
      {list.hasNextPage ? (
        <div className="actions">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface ReportsProps {
  list: ReportList;
  count: number;
  children: ReactNode;
}

/** The reports with how many there are; when one leaves, also the last one, the focus goes to that number. */
function Reports({ list, count, children }: ReportsProps) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const question = JSON.stringify(list.question);
  const before = useRef({ question, count });
  useEffect(() => {
    // Until the answer is there, those of the question before are shown.
    if (list.isPlaceholderData) return;
    // Fewer because something else was asked for is no reason to take the focus from where it was typed.
    const hasLeft = before.current.question === question && count < before.current.count;
    if (hasLeft) heading.current?.focus();
    before.current = { question, count };
  }, [question, count, list.isPlaceholderData]);
  return (
    <section aria-labelledby="reports-count">
      <h2
        id="reports-count"
        ref={heading}
        tabIndex={-1}
        className={count === 0 ? 'sr-only' : 'text-[1.25rem]'}
      >
        {t('{count, plural, one {# report} other {# reports}}', {
          count: list.total,
        })}
      </h2>
      {children}
    </section>
  );
}

function NoReports({ list: { asked, ask } }: { list: ReportList }) {
  const t = useWords();
  if (asked.search)
    return (
      <EmptyState
        title={t('No results.')}
        action={<Button onClick={() => ask({ search: '' })}>{t('Show everything')}</Button>}
      />
    );
  return asked.status === '' ? (
    <EmptyState title={t('There are no open reports.')}>
      {t('When a member reports a message, it appears here until someone decides.')}
    </EmptyState>
  ) : (
    <EmptyState title={t('No report has been decided yet.')} />
  );
}

/** The label of the tab, with how many reports wait. */
export function ReportsLabel() {
  const t = useWords();
  const { data } = useQuery(read(countReports));
  return data?.waiting ? t('Reports ({count})', { count: data.waiting }) : t('Reports');
}
