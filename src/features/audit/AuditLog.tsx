import { dateColumn } from '../../web/lists/columns.tsx';
import type { Column } from '../../web/lists/DataTable.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../web/lists/Filters.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { About, ActSentence, Actor } from './AuditEntryParts.tsx';
import { type AuditEntry, listAudit } from './audit.contract.ts';
import { AREA_LABELS, AUDIT_AREAS } from './audit.rules.ts';
import { AuditDetail } from './AuditDetail.tsx';
import { ANY_TEXT, type ListAddress, useList } from '../../web/lists/useList.ts';
import { useOpenedRow } from '../../web/lists/useOpenedRow.ts';
import { rowsOf } from '../../web/lists/useRows.ts';

/**
 * Midnight before a calendar day of the reader, `days` later; undefined for what is no day, and outside the
 * years that the log is asked about: a year that is still being typed narrows nothing yet.
 */
function startOf(day: string, days = 0): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + days);
  const text = date.toISOString();
  return text.startsWith('2') ? text : undefined;
}

const ENTRIES = rowsOf(listAudit);

type LogQuestion = Parameters<typeof ENTRIES.fetchPage>[0] & { until?: string };

/** The log, asked for the calendar days of the reader. */
const LOG = {
  name: ENTRIES.name,
  fetchPage: ({ from = '', until = '', ...question }: LogQuestion, signal: AbortSignal) =>
    ENTRIES.fetchPage({ ...question, from: startOf(from), before: startOf(until, 1) }, signal),
};

/** Who did what, newest first: searched and narrowed by the server; a row opens the act. */
export function AuditLog({ usersPath }: { usersPath: string }) {
  const t = useWords();
  const list = useList(
    LOG,
    {
      search: ANY_TEXT,
      status: AUDIT_AREAS,
      // `YYYY-MM-DD`, both of them in the period.
      from: ANY_TEXT,
      until: ANY_TEXT,
      sort: ['at'],
    },
    { isNeverOld: true },
  );
  const opened = useOpenedRow(LOG, list.rows, [], list);
  const columns = useColumns();
  return (
    <div className="list-page">
      <ListTable
        name="audit"
        filters={<LogFilters list={list} />}
        caption={t('Activity log')}
        columns={columns}
        list={list}
        defaultSort="-at"
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel={t('Loading the log...')}
        failedLabel={t('The log could not be loaded. Please try again.')}
        emptyLabel={t('No activity yet.')}
      />
      <p className="hint">
        {t(
          'What administrators and members did that others may need to look up. No entry can be changed or deleted here.',
        )}
      </p>
      <AuditDetail opened={opened} usersPath={usersPath} />
    </div>
  );
}

/** Narrows the log: words, area, days. */
function LogFilters({ list }: { list: ListAddress<'search' | 'status' | 'from' | 'until'> }) {
  const t = useWords();
  const { asked, ask } = list;
  return (
    <FilterBar
      search={<SearchFilter list={list} />}
      chosen={[asked.status, asked.from, asked.until].filter(Boolean).length}
    >
      <SelectFilter
        list={list}
        name="status"
        label={t('Area')}
        placeholder={t('All areas')}
        options={AUDIT_AREAS.map((value) => ({
          value,
          label: t(AREA_LABELS[value]),
        }))}
      />
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
    </FilterBar>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return [
    {
      id: 'action',
      header: t('What'),
      cell: ({ action }) => <ActSentence action={action} />,
    },
    {
      id: 'actor',
      onPhone: 'below',
      header: t('Who'),
      yields: 'text',
      cell: ({ actor }) => <Actor actor={actor} />,
    },
    {
      id: 'subject',
      onPhone: 'beside',
      header: t('About'),
      yields: 'text',
      cell: (entry) => <About entry={entry} />,
    },
    dateColumn('at', t('When'), ({ at }) => dateTimeOf(at), {
      sortable: true,
      onPhone: 'below-end',
    }),
  ];
}
