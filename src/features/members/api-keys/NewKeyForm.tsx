import { type ReactNode, useId } from 'react';
import { KEY_SCOPES } from '../../../shared/access.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Field, FieldError, Hint, wire } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useCan } from '../../../web/permissions.tsx';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { useWords } from '../../../web/words.tsx';
import { Right } from '../administrators/RoleForm.tsx';
import { SettingsCard } from '../settings/SettingsCard.tsx';
import { createApiKey } from './api-key.contract.ts';
import { KEY_DAYS } from './api-key.rules.ts';
import type { MadeKey } from './NewKey.tsx';

/** What a new key is for, how long it works, and what it may read: at most what the person may read. */
export function NewKeyForm({ onMade }: { onMade: (made: MadeKey) => void }) {
  const t = useWords();
  const can = useCan();
  const form = useForm(createApiKey, {
    fallback: t('The key could not be made. Please try again.'),
    read: (data) => ({
      name: data.get('name'),
      days: Number(data.get('days')),
      scopes: data.getAll('scopes'),
    }),
    through: useRecentPassword(),
    onSuccess(made, { name }, element) {
      onMade({ ...made, name });
      element.reset();
    },
  });
  const { scopes, days } = form.errors;
  return (
    <SettingsCard
      title={t('Make an API key')}
      of={form}
      intro={
        <p className="max-w-prose">
          {t(
            'With an API key, a program reads lists and downloads exports in your name. It cannot change anything. It stops working when your role changes.',
          )}{' '}
          <a href="/api/docs">{t('What programs can ask for')}</a>
        </p>
      }
      submitLabel={t('Make key')}
      pendingLabel={t('Making the key...')}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          of={form}
          name="name"
          label={t('What is it for?')}
          hint={t('For example: monthly report.')}
          autoComplete="off"
          maxLength={60}
        />
        <Field label={t('Works for')} hint={t('A shorter time is safer.')} error={days && t(days)}>
          <Select
            name="days"
            defaultValue={String(KEY_DAYS.usual)}
            options={KEY_DAYS.offered.map((value) => ({
              value: String(value),
              label: t('{n} days', { n: value }),
            }))}
          />
        </Field>
      </div>
      <Scopes error={scopes && t(scopes)}>
        {KEY_SCOPES.filter(can).map((scope) => (
          <label key={scope} className="check">
            <input type="checkbox" name="scopes" value={scope} />
            <span>
              <Right permission={scope} />
            </span>
          </label>
        ))}
      </Scopes>
    </SettingsCard>
  );
}

function Scopes({ error, children }: { error: string | undefined; children: ReactNode }) {
  const t = useWords();
  const id = useId();
  const hint = t('Choose only what the program needs.');
  const { 'aria-describedby': describedBy } = wire(id, { hint, error });
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend className="field-label">{t('What may it read?')}</legend>
      <Hint id={id}>{hint}</Hint>
      <div>{children}</div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
