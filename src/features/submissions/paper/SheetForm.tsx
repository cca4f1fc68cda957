import type { ClipboardEvent, FormEvent } from 'react';
import { words } from '../../../shared/words.ts';
import { Field, FieldError } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { isTable } from './pasted-lines.rules.ts';
import { inputOf, useSheetForm } from './useSheetForm.ts';

interface SheetFormProps {
  onCancel: () => void;
  onEntered: () => void;
}

/** The lines of a sheet that was signed by hand, typed or pasted from a spreadsheet. */
export function SheetForm({ onCancel, onEntered }: SheetFormProps) {
  const t = useWords();
  const form = useSheetForm(onEntered);
  const { draft, state } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.isPending) form.submit();
  };
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <FormErrors state={state} listsAll />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('Sheet number')} required error={state.errors.sheet}>
          <TextInput
            name="sheet"
            value={draft.sheet}
            onChange={({ target }) => form.set('sheet', target.value)}
            maxLength={20}
            autoComplete="off"
            data-autofocus
          />
        </Field>
        <Field label={t('Date on the sheet')} required error={state.errors.signedOn}>
          <TextInput
            name="signedOn"
            type="date"
            value={draft.signedOn}
            onChange={({ target }) => form.set('signedOn', target.value)}
          />
        </Field>
      </div>
      <SheetLines form={form} />
      <div className="actions">
        <Button type="submit" variant="primary" pending={state.isPending}>
          {t('Save sheet')}
        </Button>
        <Button onClick={form.addLines}>{t('Add 5 lines')}</Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}

const FIELDS = [
  ['fullName', words('Full name')],
  ['country', words('Country')],
  ['email', words('Email (optional)')],
] as const;

function SheetLines({ form }: { form: ReturnType<typeof useSheetForm> }) {
  const t = useWords();
  const { draft, state, countries } = form;
  const onPaste = (place: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isTable(text)) return;
    event.preventDefault();
    form.paste(text, place);
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="bold">{t('Lines')}</legend>
      <p className="hint">
        {t(
          'Leave unused lines blank. You can paste rows from a spreadsheet into a name field: name, country and email, with the line number first if you like.',
        )}
      </p>
      {draft.lines.map((line, place) => {
        const number = place + 1;
        return (
          <div
            // Lines have no other name than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            className="grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-2 sm:grid-cols-[2rem_repeat(3,minmax(0,1fr))]"
          >
            <span className="figures">{number}</span>
            {FIELDS.map(([field, label]) => {
              const name = inputOf(number, field);
              const error = state.errors[name];
              return (
                <div key={field} className="col-start-2 field sm:col-start-auto">
                  <TextInput
                    name={name}
                    aria-label={t('{label}, line {number}', { label: t(label), number })}
                    placeholder={t(label)}
                    value={line[field]}
                    onChange={({ target }) => form.setLine(place, field, target.value)}
                    onPaste={onPaste(place)}
                    list={field === 'country' ? 'sheet-countries' : undefined}
                    maxLength={254}
                    autoComplete="off"
                    {...(error
                      ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` }
                      : {})}
                  />
                  <FieldError id={name}>{error}</FieldError>
                </div>
              );
            })}
          </div>
        );
      })}
      <datalist id="sheet-countries">
        {countries.map(({ value, label }) => (
          <option key={value} value={label}>
            {label}
          </option>
        ))}
      </datalist>
    </fieldset>
  );
}
