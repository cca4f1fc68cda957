import { Field } from '../../../web/ui/Field.tsx';
import { RadioGroup } from '../../../web/ui/RadioGroup.tsx';
import { TextInput } from '../../../web/ui/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import type { BulkDraft, WriteBulk } from './useBulkDraft.ts';

interface ScheduleFieldsProps {
  draft: BulkDraft;
  write: WriteBulk;
  error: string | undefined;
}

/** When a bulk mail leaves. */
export function ScheduleFields({ draft, write, error }: ScheduleFieldsProps) {
  const t = useWords();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <RadioGroup
        label={t('When')}
        name="when"
        value={draft.isLater ? 'later' : 'now'}
        onChange={(when) => write({ isLater: when === 'later' })}
        choices={[
          { value: 'now', label: t('At once') },
          { value: 'later', label: t('Later') },
        ]}
      />
      {draft.isLater ? (
        <Field
          label={t('Day and time')}
          hint={t('By your clock here: {zone}', { zone: timeZone.replaceAll('_', ' ') })}
          error={error && t(error)}
          className="max-w-xs"
        >
          <TextInput
            name="scheduledFor"
            type="datetime-local"
            value={draft.scheduledFor}
            onChange={({ target }) => write({ scheduledFor: target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
