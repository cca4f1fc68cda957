import type * as z from 'zod/mini';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { Select } from '../../../../../web/forms/Select.tsx';
import { useWords } from '../../../../../web/words.tsx';
import type { StatementColumns } from './statement.contract.ts';

type Columns = z.output<typeof StatementColumns>;

interface ColumnChooserProps {
  columns: Columns;
  /** The names of the columns, or the first value of each. */
  header: readonly string[];
  onChange: (columns: Columns) => void;
}

/** Says which column of a statement is what. */
export function ColumnChooser({ columns, header, onChange }: ColumnChooserProps) {
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
      <Field label={t('Date')}>
        <Select
          value={columns.date}
          options={named}
          onChange={(event) => change({ date: Number(event.currentTarget.value) })}
        />
      </Field>
      <Field label={t('How dates are written')}>
        <Select
          value={columns.dateFormat}
          options={[
            { value: 'YMD', label: t('Year, month, day: 2026-11-20') },
            { value: 'MDY', label: t('Month, day, year: 11/20/2026') },
            { value: 'DMY', label: t('Day, month, year: 20/11/2026') },
          ]}
          onChange={(event) =>
            change({ dateFormat: event.currentTarget.value as Columns['dateFormat'] })
          }
        />
      </Field>
      <Field label={t('Where the amount stands')}>
        <Select
          value={money}
          options={[
            { value: 'amount', label: t('One column for money in and out') },
            { value: 'credit', label: t('A column for money in alone') },
          ]}
          onChange={(event) => {
            const at = columns.amount ?? columns.credit;
            change(
              event.currentTarget.value === 'amount'
                ? { amount: at, credit: null }
                : { amount: null, credit: at },
            );
          }}
        />
      </Field>
      <Field label={money === 'amount' ? t('Amount') : t('Money in')}>
        <Select
          value={columns[money] ?? ''}
          options={named}
          onChange={(event) => change({ [money]: Number(event.currentTarget.value) })}
        />
      </Field>
      <Field label={t('How amounts are written')}>
        <Select
          value={columns.decimal}
          options={[
            { value: '.', label: t('With a decimal point: 1,000.00') },
            { value: ',', label: t('With a decimal comma: 1.000,00') },
          ]}
          onChange={(event) => change({ decimal: event.currentTarget.value as Columns['decimal'] })}
        />
      </Field>
      <Field
        label={t('Currency')}
        required={false}
        hint={t('Rows that are not in US dollars are left aside.')}
      >
        <Select
          value={columns.currency ?? ''}
          options={[none, ...named]}
          onChange={(event) => change({ currency: numberOf(event.currentTarget.value) })}
        />
      </Field>
      <Field label={t('Columns are divided by')}>
        <Select
          value={columns.delimiter}
          options={[
            { value: ',', label: t('Comma') },
            { value: ';', label: t('Semicolon') },
            { value: '\t', label: t('Tab') },
          ]}
          onChange={(event) =>
            change({ delimiter: event.currentTarget.value as Columns['delimiter'] })
          }
        />
      </Field>
      <fieldset className="field sm:col-span-2">
        <legend className="field-label">{t('What the bank says of the transfer')}</legend>
        <p className="hint">{t('References, numbers and names are looked for in these.')}</p>
        <div className="flex flex-wrap gap-x-6">
          {named.map(({ value, label }, at) => (
            <Checkbox
              key={value}
              label={label}
              checked={columns.text.includes(at)}
              onChange={(event) => {
                const others = columns.text.filter((one) => one !== at);
                const text = event.currentTarget.checked ? [...others, at] : others;
                change({ text: text.sort((a, b) => a - b) });
              }}
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        className="self-end"
        label={t('The first row names the columns')}
        checked={columns.hasHeader}
        onChange={(event) => change({ hasHeader: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
