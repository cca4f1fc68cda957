import { Money } from '../../../../../web/ui/Money.tsx';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../../../web/forms/Field.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { FileDrop } from '../../../../../web/forms/FileDrop.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { RadioGroup } from '../../../../../web/forms/RadioGroup.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { isTransferRail, type TransferRail } from '../transfer.rules.ts';
import { RAIL_NAMES } from '../../../core/payment-labels.rules.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { cents, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { go, withQuery } from '../../../../../web/address.ts';
import { call, CallError, sentenceOf } from '../../../../../web/api.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { useOperationKey } from '../../../../../web/actions/useOperationKey.ts';
import { useDates } from '../../../../../web/useDates.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { STATEMENTS_PATH } from '../../../core/paths.rules.ts';
import {
  addStatement,
  type StatementColumns as Columns,
  readStatement,
  type StatementReading,
} from './statement.contract.ts';
import { decodeStatement, maxFileBytes } from './statement.rules.ts';

/** Chooses account and file, by drag or keyboard, and then which column is what. */
export function StatementImport() {
  const t = useWords();
  const [rail, setRail] = useState<TransferRail>('zelle');
  const { file, isReading, failure, choose, forget } = useStatementFile(rail);
  if (file) return <StatementColumns key={file.fileName} file={file} onBack={forget} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RadioGroup
        label={t('Which account is it from?')}
        name="rail"
        value={rail}
        onChange={(value) => isTransferRail(value) && setRail(value)}
        choices={(['zelle', 'bank'] as const).map((value) => ({
          value,
          label: t(RAIL_NAMES[value]),
        }))}
      />
      <FileDrop
        label={t('Statement file')}
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        button={t('Choose a CSV file...')}
        hint={t('Or drop it here. Nothing changes until you confirm.')}
        variant="primary"
        isBusy={isReading}
        error={failure && t(failure)}
        onFile={choose}
      >
        {isReading ? <Loading>{t('Reading the statement...')}</Loading> : null}
      </FileDrop>
    </div>
  );
}

interface StatementColumnsProps {
  file: ChosenFile;
  onBack: () => void;
}

/** Which column is what, and how the first rows read with that; then the lines are kept to be matched. */
function StatementColumns({ file, onBack }: StatementColumnsProps) {
  const t = useWords();
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
  const shown = isFirst ? file.reading : (reading.data ?? file.reading);
  const operation = useOperationKey();
  const [typed, setTyped] = useState<{ opening?: string; closing?: string }>({});
  const balances = { opening: '', closing: '', ...shown.balances, ...typed };
  const keep = useAction(
    () => {
      const isGiven = Boolean(balances.opening || balances.closing);
      const body = {
        rail,
        fileName,
        content,
        columns,
        ...(isGiven ? { balances } : {}),
      };
      return call(addStatement, { body, key: operation.keyOf(body) });
    },
    {
      done: t('Statement imported'),
      refresh: 'all',
      onDone: ({ id }) => go(withQuery(STATEMENTS_PATH, { open: id })),
    },
  );
  // The button that chose the file has gone.
  useEffect(() => heading.current?.focus(), []);
  const failure = keep.error ?? reading.error;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 ref={heading} tabIndex={-1} className="[overflow-wrap:anywhere]">
        {t('What does each column of {file} contain?', { file: fileName })}
      </h3>
      {file.reading.isRemembered ? (
        <p className="hint">{t('We have used the columns you chose for the last statement.')}</p>
      ) : null}
      <ColumnChooser
        columns={columns}
        header={shown.header}
        isDayOrderOpen={shown.isDayOrderOpen}
        onChange={setColumns}
      />
      {failure ? (
        <Notice role="alert" tone="danger">
          <p>
            {t(sentenceOf(failure, words('The statement could not be read. Please try again.')))}
          </p>
        </Notice>
      ) : null}
      <Preview reading={shown} isStale={reading.isFetching || Boolean(reading.error)} />
      <BalanceFields balances={balances} onChange={(change) => setTyped({ ...typed, ...change })} />
      <div className="actions">
        <Button
          variant="primary"
          disabled={shown.counts.credits + shown.counts.debits === 0 || Boolean(reading.error)}
          pending={keep.isPending}
          pendingLabel={t('Looking for matches...')}
          onClick={() => void keep.run()}
        >
          {t('Look for matches')}
        </Button>
        <Button onClick={onBack}>{t('Choose another file')}</Button>
      </div>
    </div>
  );
}

interface BalanceFieldsProps {
  balances: { opening: string; closing: string };
  onChange: (change: { opening?: string; closing?: string }) => void;
}

/** What the account held before the first line and after the last one: with them, the journal is compared with the bank. */
function BalanceFields({ balances, onChange }: BalanceFieldsProps) {
  const t = useWords();
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="field-label">{t('Balances on the statement')}</legend>
      <Field
        label={t('Opening balance')}
        required={false}
        hint={t('Without both balances, the account is not compared with the bank.')}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={balances.opening}
          onChange={(event) => onChange({ opening: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('Closing balance')} required={false}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={balances.closing}
          onChange={(event) => onChange({ closing: event.currentTarget.value })}
        />
      </Field>
    </fieldset>
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
      <h4 id="statement-preview">{t('Preview of the first rows')}</h4>
      <ul className="edged-t border-rule">
        {reading.rows.map((row) => (
          <li key={row.row} className="edged-b border-rule py-2 [overflow-wrap:anywhere]">
            {row.amount && row.bookedOn ? (
              <>
                <p className="figures">
                  <strong>
                    <Money of={dollars(cents(row.amount))} />
                  </strong>{' '}
                  · {dayInWords(row.bookedOn)}
                </p>
                <p>{row.text || t('No text.')}</p>
              </>
            ) : (
              <p className="text-danger">
                {t('Row {row}:', { row: row.row })} {row.problem ? t(row.problem) : null}
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

/** A file as it was chosen, with how its rows would be read. */
interface ChosenFile {
  rail: TransferRail;
  fileName: string;
  content: string;
  reading: StatementReading;
}

/** The file cannot be a statement: seen here, before it is sent anywhere. */
class Unusable extends Error {}

const TOO_LARGE = words(
  'This file is larger than 1.5 MB. Export shorter periods and import them one by one.',
);
const FAILED = words('The statement could not be read. Please try again.');

/** Reads a statement's file in the browser and asks how its rows would be read; nothing is kept of it. */
function useStatementFile(rail: TransferRail) {
  const read = useMutation({
    mutationFn: async (file: File): Promise<ChosenFile> => {
      const content = await textOf(file);
      const reading = await call(readStatement, { body: { rail, content } });
      return { rail, fileName: file.name.slice(0, 200), content, reading };
    },
  });
  return {
    file: read.data,
    isReading: read.isPending,
    /** Why not, as a sentence. */
    failure: read.error ? whyNot(read.error) : undefined,
    choose: (file: File) => read.mutate(file),
    forget: read.reset,
  };
}

async function textOf(file: File): Promise<string> {
  if (file.size > maxFileBytes) throw new Unusable(TOO_LARGE);
  const content = decodeStatement(new Uint8Array(await file.arrayBuffer()));
  if (content === undefined)
    throw new Unusable(words('This is not a text file. Export the statement as CSV.'));
  if (content.trim() === '') throw new Unusable(words('This file is empty. Choose another one.'));
  return content;
}

function whyNot(error: Error): string {
  if (error instanceof Unusable) return error.message;
  return error instanceof CallError && error.status === 413 ? TOO_LARGE : sentenceOf(error, FAILED);
}
