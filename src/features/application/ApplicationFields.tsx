import { type ReactNode, useEffect, useRef, useState } from 'react';
import { APPLICATION_COUNTRIES } from '../../shared/country.ts';
import { useCountryOptions } from '../../web/forms/useCountryOptions.ts';
import { AreaField } from '../../web/fields/AreaField.tsx';
import { EmailField } from '../../web/fields/EmailField.tsx';
import { NameFields } from '../../web/fields/NameFields.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { useDates } from '../../web/useDates.ts';
import { CountrySelect } from '../../web/forms/CountrySelect.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { FormSection } from '../../web/forms/FormSection.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { useWords } from '../../web/words.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { birthDay, fromDayFirst } from './application.rules.ts';
import { useBirthDateProblem } from './useBirthDateProblem.ts';

interface ApplicationFieldsProps {
  errors: Record<string, string>;
  /** Details of an earlier visit. */
  defaults?: Partial<Record<string, string>>;
}

/** The fields of the passport application (specification §5), for every form that has them. */
export function ApplicationFields({ errors, defaults = {} }: ApplicationFieldsProps) {
  const t = useWords();
  const nationalities = useCountryOptions(APPLICATION_COUNTRIES);
  const error = (name: string) => (errors[name] ? t(errors[name]) : undefined);
  const asked = { errors, filled: defaults };
  return (
    <div className="grid gap-8">
      <FormSection title={t('Who the kit is for')}>
        <NameFields of={asked} />
        <div className="pair">
          <BirthDateField
            error={error('dateOfBirth')}
            {...(defaults.dateOfBirth ? { defaultValue: defaults.dateOfBirth } : {})}
          />
          <TextField
            of={asked}
            name="placeOfBirth"
            label={t('Place of birth')}
            required
            hint={t('Town and country.')}
            maxLength={200}
          />
        </div>
        <Field label={t('Current nationality')} required error={error('currentNationality')}>
          <CountrySelect
            name="currentNationality"
            options={nationalities}
            placeholder={t('Choose your nationality')}
            {...(defaults.currentNationality ? { defaultValue: defaults.currentNationality } : {})}
          />
        </Field>
      </FormSection>
      <FormSection title={t('Where we send it')}>
        <div className="pair">
          <TextField
            of={asked}
            name="telephone"
            label={t('Telephone')}
            required
            hint={t('Country code first: +234 803 123 4567.')}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            maxLength={40}
          />
          <EmailField of={asked} hint={t('For your confirmation and receipts.')} />
        </div>
        <AreaField
          of={asked}
          name="homeAddress"
          label={t('Home address')}
          required
          hint={t(
            'Street, town and country. Where streets have no names, add a landmark and a phone number for the courier. No P.O. Box.',
          )}
          autoComplete="street-address"
          rows={3}
          maxLength={500}
        />
      </FormSection>
    </div>
  );
}

/** MM/DD/YYYY as specified, though most visitors write the day first: the date is said back in words. */
function BirthDateField(props: { error: string | undefined; defaultValue?: string }) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.defaultValue ?? '');
  /** The date that was chosen where both readings exist; not asked about again. */
  const [chosen, setChosen] = useState<string>();

  function choose(text: string) {
    const control = input.current;
    if (!control) return;
    control.value = text;
    setChosen(text);
    control.focus();
    // The form hears of what is typed, and so it does of this.
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function take(control: HTMLInputElement, before: string) {
    control.value = withSlashes(control.value, before);
    setTyped(control.value);
  }

  // What was typed while the page woke up is in the input alone.
  useEffect(() => {
    if (input.current) take(input.current, '');
  }, []);

  return (
    <>
      <Field
        label={t('Date of birth')}
        required
        hint={<BirthDateHint typed={typed} />}
        error={props.error}
      >
        <TextInput
          ref={input}
          name="dateOfBirth"
          inputMode="numeric"
          autoComplete="bday"
          placeholder={t('MM/DD/YYYY')}
          maxLength={10}
          defaultValue={props.defaultValue}
          onInput={(event) => take(event.currentTarget, typed)}
        />
      </Field>
      {typed && typed !== chosen ? <DayFirstQuestion typed={typed} onChoose={choose} /> : null}
    </>
  );
}

interface DayFirstQuestionProps {
  typed: string;
  onChoose: (text: string) => void;
}

/** Asks whether the day was meant first; the date is never changed without a yes. */
function DayFirstQuestion({ typed, onChoose }: DayFirstQuestionProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const [now] = useState(() => new Date());
  const text = fromDayFirst(typed, now);
  const day = text && birthDay(text);
  return (
    <div role="status" className="max-sm:empty:-mt-5">
      {text && day ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {t('Did you mean {date}?', { date: dayInWords(day) })}
          <Button onClick={() => onChoose(text)}>{t('Change it to {text}', { text })}</Button>
        </p>
      ) : null}
    </div>
  );
}

function BirthDateHint({ typed }: { typed: string }): ReactNode {
  const t = useWords();
  const { dayInWords } = useDates();
  const problemOf = useBirthDateProblem();
  const [now] = useState(() => new Date());
  const day = birthDay(typed);
  const isAsked = !day && fromDayFirst(typed, now) !== undefined;
  const problem = typed.length === 10 && !isAsked ? problemOf(typed, now) : undefined;
  if (problem) return problem;
  if (!day) return t('Month/day/year, for example 03/31/1990 for 31 March.');
  return t('That is {date}.', { date: dayInWords(day) });
}

/** Puts the slashes in while digits are typed; taking characters away is left alone. */
function withSlashes(now: string, before: string): string {
  if (now.length < before.length || !/^[\d/]*$/.test(now)) return now;
  const digits = now.replaceAll('/', '').slice(0, 8);
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const joined = parts.filter((part, i) => i === 0 || part !== '').join('/');
  return digits.length === 2 || digits.length === 4 ? `${joined}/` : joined;
}
