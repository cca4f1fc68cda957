import { useMemo } from 'react';
import type { Column } from '../../web/lists/DataTable.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { SearchField } from '../../web/lists/SearchField.tsx';
import { Select } from '../../web/forms/Select.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { About, ActSentence, Actor } from './AuditEntryParts.tsx';
import { type AuditEntry, listAudit } from './audit.contract.ts';
import { AREA_LABELS, AUDIT_AREAS } from './audit.rules.ts';
import { AuditDetail } from './AuditDetail.tsx';
import { ANY_TEXT, useListAddress } from '../../web/lists/useListAddress.ts';
import { useOpenedRow } from '../../web/lists/useOpenedRow.ts';
import { rowsOf, useRows } from '../../web/lists/useRows.ts';

/** Who did what, newest first: searched and narrowed by the server; a row opens the act. */
export function AuditLog({ usersPath }: { usersPath: string }) {
  const t = useWords();
  const log = useAuditLog();
  const { list, asked, ask, question, askOnly, opened } = log;
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
      <ListTable
        name="audit"
        caption={t('Audit log')}
        columns={columns}
        list={list}
        question={question}
        onAsk={askOnly}
        sort={asked.sort || '-at'}
        onSort={(sort) => ask({ sort: sort === 'at' ? sort : '' })}
        onRow={opened.open}
        loadingLabel={t('Loading the log...')}
        failedLabel={t('The log could not be loaded. Please try again.')}
        emptyLabel={t('Nothing was done yet.')}
        isNarrowed={isNarrowed}
        onShowAll={() => ask({ search: '', status: '', from: '', until: '' })}
      />
      <AuditDetail
        entry={opened.row}
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
  const { dateTimeOf } = useDates();
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
        cell: ({ at }) => <span className="whitespace-nowrap figures">{dateTimeOf(at)}</span>,
      },
    ],
    [t, dateTimeOf],
  );
}

/**
 * Midnight before a calendar day of the reader, `days` later; undefined for what is no day, and outside the
 * years that the log is asked about: a year that is still being typed narrows nothing yet.
 */
function startOf(day: string, days = 0): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + days);
  const text = moment.toISOString();
  return text.startsWith('2') ? text : undefined;
}

const LOG = rowsOf(listAudit);

/** The entries that the address asks for. */
function useAuditLog() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    status: AUDIT_AREAS,
    // Calendar days of the reader, `YYYY-MM-DD`, both of them in the period.
    from: ANY_TEXT,
    until: ANY_TEXT,
    sort: ['at'],
  });
  const { from = '', until = '', ...rest } = question;
  const list = useRows(
    LOG,
    { ...rest, from: startOf(from), before: startOf(until, 1) },
    { isNeverOld: true },
  );
  return { list, asked, ask, question, askOnly, opened: useOpenedRow(LOG, list.rows) };
}
