import { useMemo } from 'react';
import { words } from '../../../shared/words.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { Select } from '../../../web/forms/Select.tsx';
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
import { ANY_TEXT, useListAddress } from '../../../web/lists/useListAddress.ts';
import { rowsOf, useRows } from '../../../web/lists/useRows.ts';

const STATUS_LABELS: Readonly<Record<LogStatus, string>> = {
  success: words('Sent'),
  failed: words('Failed'),
};

/** What was sent, or could not be: the last 100, and whatever a search finds. */
export function EmailHistory() {
  const t = useWords();
  const { list, isNarrowed, asked, ask, question, askOnly } = useEmailLogs();
  const columns = useColumns();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid items-end gap-4 sm:grid-cols-[2fr_1fr_1fr_auto]">
        <SearchField
          search={asked.search}
          onSearch={(search) => ask({ search }, { replace: true })}
        />
        <Field label={t('Status')}>
          <Select
            placeholder={t('All statuses')}
            options={LOG_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value]) }))}
            value={asked.status}
            onChange={(event) => ask({ status: event.target.value })}
          />
        </Field>
        <Field label={t('When')}>
          <Select
            placeholder={t('At any time')}
            options={LOG_DAYS.map((value) => ({
              value,
              label: t('Last {count} days', { count: value }),
            }))}
            value={asked.days}
            onChange={(event) => ask({ days: event.target.value })}
          />
        </Field>
        <Button pending={list.isFetching} onClick={() => void list.refetch()}>
          {t('Refresh')}
        </Button>
      </div>
      <ListTable
        name="email-logs"
        caption={t('Emails sent and failed')}
        columns={columns}
        list={list}
        question={question}
        onAsk={askOnly}
        loadingLabel={t('Loading the send history...')}
        failedLabel={t('The send history could not be loaded.')}
        emptyLabel={t('No emails sent yet.')}
        isNarrowed={isNarrowed}
        onShowAll={() => ask({ search: '', status: '', days: '' })}
      />
      {!isNarrowed && list.rows && list.total > list.rows.length ? (
        <p className="hint">
          {t('These are the newest. Search, or choose a status, for older ones.')}
        </p>
      ) : null}
    </div>
  );
}

function useColumns(): Column<EmailLog>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return useMemo(
    () => [
      {
        id: 'recipientEmail',
        header: t('Recipient'),
        cell: ({ recipientEmail }) => (
          <span className="block [overflow-wrap:anywhere] md:min-w-48">{recipientEmail}</span>
        ),
      },
      {
        id: 'subject',
        header: t('Subject'),
        cell: ({ subject }) => (
          <span dir="auto" className="block [overflow-wrap:anywhere] md:min-w-48">
            {subject}
          </span>
        ),
      },
      { id: 'status', header: t('Status'), cell: (log) => <HowItEnded log={log} /> },
      {
        id: 'configType',
        header: t('Through'),
        cell: ({ configType }) => (configType === null ? '–' : t(configLabel(configType))),
      },
      {
        id: 'sentAt',
        header: t('When'),
        cell: ({ sentAt }) => (
          <span className="whitespace-nowrap figures">{dateTimeOf(sentAt)}</span>
        ),
      },
    ],
    [t, dateTimeOf],
  );
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

const MAILS = rowsOf(listEmailLogs);

/** The mails that the address asks for. The history shows the last 100 (specification §9); a search goes on beyond them. */
function useEmailLogs() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    status: LOG_STATUSES,
    days: LOG_DAYS,
  });
  const isNarrowed = Boolean(asked.search || asked.status || asked.days);
  const list = useRows(MAILS, question, { goesOn: isNarrowed });
  return { list, asked, ask, question, askOnly, isNarrowed };
}
