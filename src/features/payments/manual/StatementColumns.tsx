import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { cents, dollars } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { go, withQuery } from '../../../web/address.ts';
import { call, newKey, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { STATEMENTS_PATH } from './paths.rules.ts';
import {
  addStatement,
  readStatement,
  type StatementColumns as Columns,
  type StatementReading,
} from './statement.contract.ts';
import type { ChosenFile } from './useStatementFile.ts';

interface StatementColumnsProps {
  file: ChosenFile;
  onBack: () => void;
}

/** Which column is what, and how the first rows read with that; then the lines are kept to be matched. */
export function StatementColumns({ file, onBack }: StatementColumnsProps) {
  const t = useWords();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { rail, fileName, content } = file;
  const [columns, setColumns] = useState<z.output<typeof Columns>>(file.reading.columns);
  const isFirst = columns === file.reading.columns;
  const reading = useQuery({
    queryKey: [readStatement.name, fileName, columns],
    queryFn: () => call(readStatement, { body: { rail, content, columns } }),
    enabled: !isFirst,
    placeholderData: keepPreviousData,
  });
  const [key] = useState(newKey);
  const keep = useMutation({
    mutationFn: () =>
      call(addStatement, {
        body: { rail, fileName, content, columns },
        key: `${key}${JSON.stringify(columns).length}`,
      }),
    onSuccess: ({ id, message }) => {
      toast({ title: t('Statement read'), description: t(message) });
      void client.invalidateQueries();
      go(withQuery(STATEMENTS_PATH, { open: id }));
    },
  });
  // The button that chose the file has gone.
  useEffect(() => heading.current?.focus(), []);
  const shown = isFirst ? file.reading : (reading.data ?? file.reading);
  const failure = keep.error ?? reading.error;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 ref={heading} tabIndex={-1} className="[overflow-wrap:anywhere]">
        {t('Which column is what in {file}?', { file: fileName })}
      </h3>
      {file.reading.isRemembered ? (
        <p className="hint">{t('The columns are as you chose them for the last statement.')}</p>
      ) : null}
      <ColumnChooser columns={columns} header={shown.header} onChange={setColumns} />
      {failure ? (
        <Notice role="alert" tone="danger">
          <p>
            {t(sentenceOf(failure, words('The statement could not be read. Please try again.')))}
          </p>
        </Notice>
      ) : null}
      <Preview reading={shown} isStale={reading.isFetching || Boolean(reading.error)} />
      <div className="actions">
        <Button
          variant="primary"
          disabled={shown.counts.credits === 0 || Boolean(reading.error)}
          pending={keep.isPending}
          pendingLabel={t('Looking for matches...')}
          onClick={() => keep.mutate()}
        >
          {t('Look for matches')}
        </Button>
        <Button onClick={onBack}>{t('Another file')}</Button>
      </div>
    </div>
  );
}

/** How the first rows read, and what could not be read. */
function Preview({ reading, isStale }: { reading: StatementReading; isStale: boolean }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { credits, debits, unreadable } = reading.counts;
  return (
    <section
      aria-labelledby="statement-preview"
      aria-busy={isStale}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${isStale ? 'opacity-60' : ''}`}
    >
      <h4 id="statement-preview">{t('How the first rows read')}</h4>
      <ul className="edged-t border-rule">
        {reading.rows.map((row) => (
          <li key={row.row} className="edged-b border-rule py-2 [overflow-wrap:anywhere]">
            {row.kind === 'credit' && row.amount && row.bookedOn ? (
              <>
                <p className="figures">
                  <strong>{dollars(cents(row.amount))}</strong> · {dayInWords(row.bookedOn)}
                </p>
                <p>{row.text || t('No text.')}</p>
              </>
            ) : (
              <p className={row.problem ? 'text-danger' : 'text-muted'}>
                {t('Row {row}:', { row: row.row })}{' '}
                {row.problem ? t(row.problem) : t('Money out; left aside.')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p role="status">
        {t(
          '{credits, plural, =0 {No line} one {# line} other {# lines}} with money in, {debits} with money out, {unreadable} that cannot be read.',
          { credits, debits, unreadable },
        )}
      </p>
      {reading.unreadable.length > 0 ? (
        <details>
          <summary>{t('Rows that cannot be read')}</summary>
          <ul className="ps-5">
            {reading.unreadable.map((row) => (
              <li key={row.row}>
                {t('Row {row}:', { row: row.row })} {row.problem ? t(row.problem) : null}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
