import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import { CountrySelect } from '../forms/CountrySelect.tsx';
import { Field } from '../forms/Field.tsx';
import { useCountryOptions } from '../forms/useCountryOptions.ts';
import type { FormPart } from '../forms/useForm.ts';
import { useWords } from '../words.tsx';

/** One of the 54 countries and five places of the diaspora. */
export function CountryField({ of, placeholder }: { of: FormPart; placeholder?: string }) {
  const t = useWords();
  const options = useCountryOptions(CAMPAIGN_COUNTRIES);
  const error = of.errors.country;
  return (
    <Field label={t('Country')} required error={error && t(error)}>
      <CountrySelect
        name="country"
        options={options}
        placeholder={placeholder ?? t('Choose your country')}
        defaultValue={of.filled.country ?? ''}
      />
    </Field>
  );
}
