import { APPLICATION_COUNTRIES, CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { Checkbox } from '../../../web/forms/Checkbox.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useCountryOptions } from '../../../web/forms/useCountryOptions.ts';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { read } from '../../../web/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { readSignatureSources } from '../../submissions/signatures/signature.contract.ts';
import { STATUS_LABELS, useSourceLabel } from '../audience/useSegment.ts';
import { useWords } from '../../../web/words.tsx';
import {
  AUDIENCE_KINDS,
  AUDIENCE_STATUSES,
  type AudienceKind,
  countriesOf,
} from '../audience/audience.rules.ts';
import type { BulkDraft, WriteBulk } from './useBulkDraft.ts';

export const KIND_LABELS: Readonly<Record<AudienceKind, string>> = {
  contact: words('Wrote to us'),
  passport: words('Applied for the kit'),
  volunteer: words('Volunteers'),
  partner: words('Partners'),
  declaration: words('Signed the declaration'),
  user: words('Have an account'),
};

const COUNTRIES = [...new Set([...CAMPAIGN_COUNTRIES, ...APPLICATION_COUNTRIES])];

interface AudienceFiltersProps {
  draft: BulkDraft;
  write: WriteBulk;
  errors: Record<string, string>;
}

/** Narrows whom a mail is for. */
export function AudienceFilters({ draft, write, errors }: AudienceFiltersProps) {
  const t = useWords();
  const { kinds } = draft;
  const { since, until } = errors;
  return (
    <>
      <fieldset className="field">
        <legend className="field-label">{t('Who')}</legend>
        <p className="hint">{t('To write to everyone, leave all boxes empty.')}</p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {AUDIENCE_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={t(KIND_LABELS[kind])}
              checked={kinds.includes(kind)}
              onChange={({ target }) =>
                write({
                  kinds: target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <CountryField draft={draft} write={write} />
        <Field label={t('Language')}>
          <Select
            placeholder={t('All languages')}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={draft.language}
            onChoose={(language) => write({ language })}
          />
        </Field>
        <Field label={t('Status')}>
          <Select
            placeholder={t('All statuses')}
            options={AUDIENCE_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value]) }))}
            value={draft.status}
            onChoose={(status) => write({ status })}
          />
        </Field>
        <SourceField draft={draft} write={write} />
        <Field label={t('First day')} error={since && t(since)}>
          <TextInput
            type="date"
            value={draft.since}
            max={draft.until || undefined}
            onChange={({ target }) => write({ since: target.value })}
          />
        </Field>
        <Field label={t('Last day')} error={until && t(until)}>
          <TextInput
            type="date"
            value={draft.until}
            min={draft.since || undefined}
            onChange={({ target }) => write({ until: target.value })}
          />
        </Field>
      </div>
      <p className="hint">
        {t('The days are when people signed, applied or wrote to us, in UTC.')}
      </p>
      <Checkbox
        label={t('Only confirmed signatures')}
        checked={draft.confirmed}
        onChange={({ target }) => write({ confirmed: target.checked })}
      />
    </>
  );
}

type FilterProps = Omit<AudienceFiltersProps, 'errors'>;

/** Adds one country after another; those chosen are removed in the sentence below. */
function CountryField({ draft, write }: FilterProps) {
  const t = useWords();
  const chosen = countriesOf(draft);
  const options = useCountryOptions(COUNTRIES.filter((one) => !chosen.includes(one)));
  return (
    <Field label={t('Country')}>
      <Select
        placeholder={chosen.length > 0 ? t('Add a country') : t('All countries')}
        options={options}
        value=""
        onChange={({ target }) => write({ country: '', countries: [...chosen, target.value] })}
      />
    </Field>
  );
}

/** The sources that signatures have so far. */
function SourceField({ draft, write }: FilterProps) {
  const t = useWords();
  const { data } = useQuery(read(readSignatureSources));
  const known = data?.sources.flatMap(({ source }) => source ?? []) ?? [];
  const labelOf = useSourceLabel();
  const options = [...new Set([...known, ...(draft.source ? [draft.source] : [])])];
  return (
    <Field label={t('Source of the signature')}>
      <Select
        placeholder={t('All sources')}
        options={options.map((value) => ({ value, label: labelOf(value) }))}
        value={draft.source}
        onChoose={(source) => write({ source })}
      />
    </Field>
  );
}
