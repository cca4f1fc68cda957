import type { ComponentProps } from 'react';
import type * as z from 'zod/mini';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import type { Option } from '../../../../../web/forms/options.tsx';
import { Select } from '../../../../../web/forms/Select.tsx';
import { useWords } from '../../../../../web/words.tsx';
import type { StatementColumns } from './statement.contract.ts';

type Columns = z.output<typeof StatementColumns>;

interface ColumnChooserProps {
  columns: Columns;
  /** The names of the columns, or the first value of each. */
  header: readonly string[];
  isDayOrderOpen: boolean;
  onChange: (columns: Columns) => void;
}

/** Says which column of a statement is what. */
export function ColumnChooser({ columns, header, isDayOrderOpen, onChange }: ColumnChooserProps) {
  const t = useWords();
  const change = (part: Partial<Columns>) => onChange({ ...columns, ...part });
  const named = header.map((name, at) => ({
    value: String(at),
    label: name ? `${at + 1}: ${name}` : t('Column {number}', { number: at + 1 }),
  }));
  const none = { value: '', label: t('None') };
  const numberOf = (value: string) => (value === '' ? null : Number(value));
  const money = columns.amount === null ? 'credit' : 'amount';
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{t('Columns')}</legend>
      <Choice
        label={t('Date')}
        value={columns.date}
        options={named}
        onChoose={(value) => change({ date: Number(value) })}
      />
      <Choice
        label={t('Date format')}
        hint={
          isDayOrderOpen &&
          t('Day and month could be the other way round. Compare the first rows with the file.')
        }
        value={columns.dateFormat}
        options={[
          { value: 'YMD', label: t('Year, month, day: 2026-11-20') },
          { value: 'MDY', label: t('Month, day, year: 11/20/2026') },
          { value: 'DMY', label: t('Day, month, year: 20/11/2026') },
        ]}
        onChoose={(value) => change({ dateFormat: value as Columns['dateFormat'] })}
      />
      <Choice
        label={t('Where the amount is')}
        value={money}
        options={[
          { value: 'amount', label: t('One column for money in and out') },
          { value: 'credit', label: t('Separate columns for money in and out') },
        ]}
        onChoose={(value) => {
          const at = columns.amount ?? columns.credit;
          change(
            value === 'amount'
              ? { amount: at, credit: null, debit: null }
              : { amount: null, credit: at },
          );
        }}
      />
      <Choice
        label={money === 'amount' ? t('Amount') : t('Money in')}
        value={columns[money] ?? ''}
        options={named}
        onChoose={(value) => change({ [money]: Number(value) })}
      />
      {money === 'credit' ? (
        <Choice
          label={t('Money out')}
          required={false}
          hint={t('Rows without money in or out cannot be read.')}
          value={columns.debit ?? ''}
          options={[none, ...named]}
          onChoose={(value) => change({ debit: numberOf(value) })}
        />
      ) : null}
      <Choice
        label={t('Amount format')}
        value={columns.decimal}
        options={[
          { value: '.', label: t('With a decimal point: 1,000.00') },
          { value: ',', label: t('With a decimal comma: 1.000,00') },
        ]}
        onChoose={(value) => change({ decimal: value as Columns['decimal'] })}
      />
      <Choice
        label={t('Currency')}
        required={false}
        hint={t('Rows that are not in US dollars are skipped.')}
        value={columns.currency ?? ''}
        options={[none, ...named]}
        onChoose={(value) => change({ currency: numberOf(value) })}
      />
      <Choice
        label={t('Balance')}
        required={false}
        hint={t('What the account held after each row.')}
        value={columns.balance ?? ''}
        options={[none, ...named]}
        onChoose={(value) => change({ balance: numberOf(value) })}
      />
      <Choice
        label={t('Column separator')}
        value={columns.delimiter}
        options={[
          { value: ',', label: t('Comma') },
          { value: ';', label: t('Semicolon') },
          { value: '\t', label: t('Tab') },
        ]}
        onChoose={(value) => change({ delimiter: value as Columns['delimiter'] })}
      />
      <TextColumns named={named} chosen={columns.text} onChange={(text) => change({ text })} />
      <Checkbox
        className="self-end"
        label={t('The first row contains the column names')}
        checked={columns.hasHeader}
        onChange={(event) => change({ hasHeader: event.currentTarget.checked })}
      />
    </fieldset>
  );
}

interface ChoiceProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  value: string | number;
  options: readonly Option[];
  onChoose: (value: string) => void;
}

const Choice = ({ value, options, onChoose, ...field }: ChoiceProps) => (
  <Field {...field}>
    <Select
      value={value}
      options={options}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  </Field>
);

interface TextColumnsProps {
  named: readonly Option[];
  /** By their numbers, from 0. */
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

function TextColumns({ named, chosen, onChange }: TextColumnsProps) {
  const t = useWords();
  return (
    <fieldset className="field sm:col-span-2">
      <legend className="field-label">{t('Columns that describe the transfer')}</legend>
      <p className="hint">{t('We search these for references, numbers and names.')}</p>
      <div className="flex flex-wrap gap-x-6">
        {named.map(({ value, label }, at) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(at)}
            onChange={(event) => {
              const others = chosen.filter((one) => one !== at);
              const text = event.currentTarget.checked ? [...others, at] : others;
              onChange(text.sort((a, b) => a - b));
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
