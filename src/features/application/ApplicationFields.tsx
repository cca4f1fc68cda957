import { type ReactNode, useEffect, useRef, useState } from 'react';
import { APPLICATION_COUNTRIES } from '../../shared/country.ts';
import { countryOptions } from '../../web/countryOptions.ts';
import { dayInWords } from '../../web/moment.ts';
import { CountrySelect } from '../../web/ui/CountrySelect.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { TextArea } from '../../web/ui/TextArea.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { useWords } from '../../web/words.tsx';
import { birthDay } from './application.rules.ts';
import { useBirthDateProblem } from './useBirthDateProblem.ts';

interface ApplicationFieldsProps {
  errors: Record<string, string>;
  /** Details of an earlier visit. */
  defaults?: Partial<Record<string, string>>;
}

/** The questions of the passport application (specification §5), for whichever form they stand in. */
export function ApplicationFields({ errors, defaults = {} }: ApplicationFieldsProps) {
  const t = useWords();
  const error = (name: string) => (errors[name] ? t(errors[name]) : undefined);
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('First name')} required error={error('firstName')}>
          <TextInput
            name="firstName"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={defaults.firstName}
          />
        </Field>
        <Field label={t('Last name')} required error={error('lastName')}>
          <TextInput
            name="lastName"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={defaults.lastName}
          />
        </Field>
      </div>
      <BirthDateField
        error={error('dateOfBirth')}
        {...(defaults.dateOfBirth ? { defaultValue: defaults.dateOfBirth } : {})}
      />
      <Field label={t('Place of birth')} required error={error('placeOfBirth')}>
        <TextInput name="placeOfBirth" maxLength={200} defaultValue={defaults.placeOfBirth} />
      </Field>
      <Field label={t('Current nationality')} required error={error('currentNationality')}>
        <CountrySelect
          name="currentNationality"
          options={countryOptions(APPLICATION_COUNTRIES, t)}
          placeholder={t('Choose your nationality')}
          {...(defaults.currentNationality ? { defaultValue: defaults.currentNationality } : {})}
        />
      </Field>
      <Field
        label={t('Telephone')}
        required
        hint={t('With country code, such as +234 803 123 4567.')}
        error={error('telephone')}
      >
        <TextInput
          name="telephone"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          defaultValue={defaults.telephone}
        />
      </Field>
      <Field
        label={t('Email')}
        required
        hint={t('Your confirmation and receipts go there.')}
        error={error('email')}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          defaultValue={defaults.email}
        />
      </Field>
      <Field
        label={t('Home address')}
        required
        hint={t(
          'Street, town and country. Where streets have no names, add a landmark and a telephone for the courier. No P.O. Box.',
        )}
        error={error('homeAddress')}
      >
        <TextArea
          name="homeAddress"
          autoComplete="street-address"
          rows={3}
          maxLength={500}
          defaultValue={defaults.homeAddress}
        />
      </Field>
    </div>
  );
}

/** MM/DD/YYYY as specified, though most visitors write the day first: the date is said back in words. */
function BirthDateField(props: { error: string | undefined; defaultValue?: string }) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.defaultValue ?? '');

  function take(control: HTMLInputElement, before: string) {
    control.value = withSlashes(control.value, before);
    setTyped(control.value);
  }

  // What was typed while the page woke up is in the input alone.
  useEffect(() => {
    if (input.current) take(input.current, '');
  }, []);

  return (
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
  );
}

function BirthDateHint({ typed }: { typed: string }): ReactNode {
  const t = useWords();
  const problemOf = useBirthDateProblem();
  const [now] = useState(() => new Date());
  const day = birthDay(typed);
  const problem = typed.length === 10 ? problemOf(typed, now) : undefined;
  if (problem) return problem;
  if (!day) return t('Month first: MM/DD/YYYY, such as 03/31/1990 for 31 March 1990.');
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
