import { APPLICATION_COUNTRIES, CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { Checkbox } from '../../../web/forms/Checkbox.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useCountryOptions } from '../../../web/forms/useCountryOptions.ts';
import { useWords } from '../../../web/words.tsx';
import {
  AUDIENCE_KINDS,
  AUDIENCE_STATUSES,
  type AudienceKind,
  type AudienceStatus,
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

export const STATUS_LABELS: Readonly<Record<AudienceStatus, string>> = {
  submitted: words('Submitted'),
  in_review: words('In review'),
  needs_information: words('Needs information'),
  approved: words('Approved'),
  dispatched: words('Dispatched'),
  delivered: words('Delivered'),
  cancelled: words('Cancelled'),
  new: words('New'),
  in_progress: words('In progress'),
  answered: words('Answered'),
  closed: words('Closed'),
};

const COUNTRIES = [...new Set([...CAMPAIGN_COUNTRIES, ...APPLICATION_COUNTRIES])];

interface AudienceFiltersProps {
  draft: BulkDraft;
  write: WriteBulk;
}

/** Narrows whom a mail is for. */
export function AudienceFilters({ draft, write }: AudienceFiltersProps) {
  const t = useWords();
  const countries = useCountryOptions(COUNTRIES);
  const { kinds } = draft;
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
        <Field label={t('Country')}>
          <Select
            placeholder={t('All countries')}
            options={countries}
            value={draft.country}
            onChange={({ target }) => write({ country: target.value })}
          />
        </Field>
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
      </div>
    </>
  );
}
