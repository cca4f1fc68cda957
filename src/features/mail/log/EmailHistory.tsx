import { words } from '../../../shared/words.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { dateColumn, textColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../../web/lists/Filters.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import {
  type EmailLog,
  listEmailLogs,
  LOG_DAYS,
  LOG_STATUSES,
  type LogStatus,
} from './email-log.contract.ts';
import { configLabel } from '../smtp/smtp-config.rules.ts';
import { ANY_TEXT, useList } from '../../../web/lists/useList.ts';
import { rowsOf } from '../../../web/lists/useRows.ts';

const STATUS_LABELS: Readonly<Record<LogStatus, string>> = {
  success: words('Sent'),
  failed: words('Failed'),
};

const LOGS = rowsOf(listEmailLogs);

/** The last 100 mails (specification §9); a list that is narrowed goes on beyond them. */
const MAILS: typeof LOGS = {
  name: LOGS.name,
  async fetchPage(query, signal) {
    const page = await LOGS.fetchPage(query, signal);
    return query.search || query.status || query.days ? page : { ...page, next: undefined };
  },
};

/** What was sent, or could not be: the last 100, and whatever a search finds. */
export function EmailHistory() {
  const t = useWords();
  const list = useList(MAILS, {
    search: ANY_TEXT,
    status: LOG_STATUSES,
    days: LOG_DAYS,
  });
  const columns = useColumns();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListTable
        name="email-logs"
        filters={
          <FilterBar
            search={<SearchFilter list={list} />}
            chosen={[list.asked.status, list.asked.days].filter(Boolean).length}
          >
            <SelectFilter
              list={list}
              name="status"
              label={t('Status')}
              placeholder={t('All statuses')}
              options={LOG_STATUSES.map((value) => ({
                value,
                label: t(STATUS_LABELS[value]),
              }))}
            />
            <SelectFilter
              list={list}
              name="days"
              label={t('When')}
              placeholder={t('Any time')}
              options={LOG_DAYS.map((value) => ({
                value,
                label: t('Last {count} days', { count: value }),
              }))}
            />
            <Button pending={list.isFetching} onClick={() => void list.refetch()}>
              {t('Refresh')}
            </Button>
          </FilterBar>
        }
        caption={t('Emails sent and failed')}
        columns={columns}
        list={list}
        loadingLabel={t('Loading the send history...')}
        failedLabel={t('The send history could not be loaded.')}
        emptyLabel={t('No emails sent yet.')}
      />
      {!list.isNarrowed && list.rows && list.total > list.rows.length ? (
        <p className="hint">
          {t('These are the newest. To see older ones, search or choose a status.')}
        </p>
      ) : null}
    </div>
  );
}

function useColumns(): Column<EmailLog>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return [
    textColumn('recipientEmail', t('Recipient'), ({ recipientEmail }) => recipientEmail),
    textColumn('subject', t('Subject'), ({ subject }) => subject),
    {
      id: 'status',
      header: t('Status'),
      cell: (log) => <HowItEnded log={log} />,
    },
    {
      id: 'configType',
      header: t('Sent through'),
      cell: ({ configType }) => (configType === null ? '–' : t(configLabel(configType))),
    },
    dateColumn('sentAt', t('When'), ({ sentAt }) => dateTimeOf(sentAt)),
  ];
}

function HowItEnded({ log: { status, errorMessage, emailType } }: { log: EmailLog }) {
  const t = useWords();
  return (
    <span className="block md:min-w-40">
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={status === 'success' ? 'good' : 'bad'}>{t(STATUS_LABELS[status])}</Badge>
        {emailType === 'test' ? <Badge>{t('Test')}</Badge> : null}
      </span>
      {errorMessage ? (
        <span className="block hint [overflow-wrap:anywhere]">{errorMessage}</span>
      ) : null}
    </span>
  );
}
