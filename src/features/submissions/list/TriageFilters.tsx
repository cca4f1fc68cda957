import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useWords } from '../../../web/words.tsx';
import { NOBODY } from '../triage/triage.rules.ts';
import type { Asked } from '../kinds/useEntries.ts';
import { useTriageChoices } from '../triage/useTriageChoices.ts';

interface TriageFiltersProps {
  asked: Asked;
  onAsk: (part: Partial<Asked>) => void;
}

/** Narrows a list to who cares for it and to a tag. */
export function TriageFilters({ asked, onAsk }: TriageFiltersProps) {
  const t = useWords();
  const { administrators, tags } = useTriageChoices();
  const people = administrators.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Field label={t('Owner')}>
        <Select
          placeholder={t('All owners')}
          options={[{ value: NOBODY, label: t('Nobody yet') }, ...people]}
          value={asked.owner}
          onChange={(event) => onAsk({ owner: event.target.value })}
        />
      </Field>
      {tags.length > 0 || asked.tag ? (
        <Field label={t('Tag')}>
          <Select
            placeholder={t('All tags')}
            // A tag of the address that nothing bears any more can still be taken away.
            options={[...new Set([...tags, asked.tag])].filter(Boolean)}
            value={asked.tag}
            onChange={(event) => onAsk({ tag: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
