import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useWords } from '../../../web/words.tsx';
import { countReports, REPORT_STATUSES, type ReportStatus } from './moderation.contract.ts';
import { ReportCard } from './ReportCard.tsx';
import { useReports } from './useReports.ts';

const STATUS_LABELS: Readonly<Record<ReportStatus, string>> = {
  open: words('Waiting'),
  resolved: words('Decided'),
};

/** What members reported, for administrators to judge. */
export function ReportsPage() {
  const t = useWords();
  const { status, search, list, reports, total, answered, ask } = useReports();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          search={search}
          onSearch={(text) => ask({ search: text }, { replace: true })}
        />
        <Field label={t('Reports')}>
          <Select
            options={REPORT_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value]) }))}
            value={status}
            onChange={(event) => ask({ status: event.target.value as ReportStatus })}
          />
        </Field>
      </div>
      {list.error ? (
        <Notice role="alert" tone="danger">
          <p>
            {t(sentenceOf(list.error, words('The reports could not be loaded. Please try again.')))}
          </p>
          <Button pending={list.isFetching} onClick={() => void list.refetch()}>
            {t('Try again')}
          </Button>
        </Notice>
      ) : null}
      {!reports && !list.error ? <Loading>{t('Loading the reports...')}</Loading> : null}
      {reports ? (
        <Reports answered={answered} count={reports.length} total={total}>
          {reports.length === 0 ? (
            <NoReports status={status} onShowAll={search ? () => ask({ search: '' }) : undefined} />
          ) : null}
          {reports.map((report) => (
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
  /** Which question these answer. */
  answered: string;
  count: number;
  total: number;
  children: ReactNode;
}

/** The reports with how many there are; when one leaves, also the last one, the focus goes to that number. */
function Reports({ answered, count, total, children }: ReportsProps) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef({ answered, count });
  useEffect(() => {
    // Fewer because something else was asked for is no reason to take the focus from where it was typed.
    const hasLeft = before.current.answered === answered && count < before.current.count;
    if (hasLeft) heading.current?.focus();
    before.current = { answered, count };
  }, [answered, count]);
  return (
    <section aria-labelledby="reports-count">
      <h2
        id="reports-count"
        ref={heading}
        tabIndex={-1}
        className={count === 0 ? 'sr-only' : 'text-[1.25rem]'}
      >
        {t('{count, plural, one {# report} other {# reports}}', { count: total })}
      </h2>
      {children}
    </section>
  );
}

interface NothingProps {
  status: ReportStatus;
  /** Given where a search found nothing. */
  onShowAll: (() => void) | undefined;
}

function NoReports({ status, onShowAll }: NothingProps) {
  const t = useWords();
  if (onShowAll)
    return (
      <EmptyState
        title={t('Nothing matches.')}
        action={<Button onClick={onShowAll}>{t('Show everything')}</Button>}
      />
    );
  return status === 'open' ? (
    <EmptyState title={t('No report waits.')}>
      {t('When a member reports a message, it stands here until somebody decides.')}
    </EmptyState>
  ) : (
    <EmptyState title={t('Nothing has been decided yet.')} />
  );
}

/** The label of the tab, with how many reports wait. */
export function ReportsLabel() {
  const t = useWords();
  const { data } = useQuery(read(countReports));
  return data?.waiting ? t('Reports ({count})', { count: data.waiting }) : t('Reports');
}
