import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { statusLabel } from '../StatusWord.tsx';
import { TagField, withTyped } from '../triage/TagField.tsx';
import { NOBODY, TRIAGE_STATUSES, type TriagedKind } from '../triage/triage.rules.ts';
import { useTriageChoices } from '../triage/useTriageChoices.ts';
import { changeTriageOfMany, type BulkSelection } from './bulk.contract.ts';

export interface BulkFormProps {
  kind: TriagedKind;
  which: BulkSelection;
  count: number;
  onCancel: () => void;
  onChanged: (done: { deed: string; count: number }) => void;
}

const NO_TAGS: { tags: string[]; typed: string } = { tags: [], typed: '' };
const UNTOUCHED = { status: '', owner: '', added: NO_TAGS, removed: NO_TAGS };

/** What is to change of many: what is left as it is stays in each. */
export function BulkForm({ kind, which, count, onCancel, onChanged }: BulkFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const { administrators, tags: known } = useTriageChoices();
  const [draft, setDraft] = useState(UNTOUCHED);
  const change = (part: Partial<typeof UNTOUCHED>) => setDraft((now) => ({ ...now, ...part }));
  const form = useForm(changeTriageOfMany, {
    params: { kind },
    fallback: words('The changes could not be saved. Please try again.'),
    through: useRecentPassword(),
    read: () => {
      const { status, owner, added, removed } = draft;
      const tags = withTyped(added.tags, added.typed);
      const removedTags = withTyped(removed.tags, removed.typed);
      return {
        which,
        count,
        ...(status ? { status } : {}),
        ...(owner ? { ownerId: owner === NOBODY ? null : owner } : {}),
        ...(tags.length > 0 ? { tags } : {}),
        ...(removedTags.length > 0 ? { removedTags } : {}),
      };
    },
    onSuccess: ({ message, deed, count: changed }) => {
      toast({ title: t(message) });
      onChanged({ deed, count: changed });
      void client.invalidateQueries();
    },
    // The list may be another by now: the number on the button is that of the next one.
    onFailure: () => void client.invalidateQueries(),
  });
  const people = administrators.map(({ id, name }) => ({ value: id, label: name }));
  const { ownerId, removedTags } = form.errors;
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Status')} required={false}>
          <Select
            name="status"
            data-autofocus
            placeholder={t('No change')}
            options={TRIAGE_STATUSES.map((value) => ({ value, label: t(statusLabel(value)) }))}
            value={draft.status}
            onChange={(event) => change({ status: event.target.value })}
          />
        </Field>
        <Field label={t('Owner')} required={false} error={ownerId ? t(ownerId) : undefined}>
          <Select
            name="ownerId"
            placeholder={t('No change')}
            options={[{ value: NOBODY, label: t('Nobody') }, ...people]}
            value={draft.owner}
            onChange={(event) => change({ owner: event.target.value })}
          />
        </Field>
      </div>
      <TagField
        {...draft.added}
        known={known}
        onChange={(part) => change({ added: { ...draft.added, ...part } })}
        words={{
          label: t('Tags to add'),
          hint: t('Existing tags are kept.'),
          add: t('Add tag'),
          drop: t('Remove tag'),
        }}
      />
      <TagField
        {...draft.removed}
        name="removedTags"
        error={removedTags ? t(removedTags) : undefined}
        known={known}
        onChange={(part) => change({ removed: { ...draft.removed, ...part } })}
        words={{
          label: t('Tags to remove'),
          hint: t('Submissions without these tags do not change.'),
          add: t('Remove this tag'),
          drop: t('Keep tag'),
        }}
      />
      <p className="hint">
        {t('You can undo this until you leave this list or make another change.')}
      </p>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Change {count, plural, one {# submission} other {# submissions}}', { count })}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
