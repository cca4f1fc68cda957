import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isolated } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { statusLabel } from '../StatusWord.tsx';
import { TagField, withTyped } from './TagField.tsx';
import { changeTriage, type TriageRecord } from './triage.contract.ts';
import { TRIAGE_STATUSES, type TriagedKind, type TriageStatus } from './triage.rules.ts';
import { TriageMark } from './TriageMark.tsx';
import { useTriageChoices } from './useTriageChoices.ts';

interface TriageFormProps {
  kind: TriagedKind;
  id: string;
  /** As it is saved on the server. */
  record: TriageRecord;
  onUnsaved: (isUnsaved: boolean) => void;
  onTakeTheirs: () => void;
}

interface Draft {
  status: TriageStatus;
  ownerId: string;
  tags: readonly string[];
  typed: string;
  /** Of the record that it was begun over. */
  version: number;
}

const draftOf = ({ status, owner, tags, version }: TriageRecord): Draft => ({
  status,
  ownerId: owner?.id ?? '',
  tags,
  typed: '',
  version,
});

const choiceOf = (draft: Draft) => JSON.stringify({ ...draft, version: undefined });

/** Status, owner and tags. What is chosen stays until it is saved, whatever others save meanwhile. */
export function TriageForm({ kind, id, record, onUnsaved, onTakeTheirs }: TriageFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  /** What was saved last, while the record that says so is on its way. */
  const [saved, setSaved] = useState<string>();
  const { administrators, tags: known } = useTriageChoices();
  const shown = draft ?? draftOf(record);
  const isConflict = draft !== undefined && record.version > draft.version;
  const change = (part: Partial<Draft>) => setDraft({ ...shown, ...part });
  const isUnsaved = draft !== undefined && choiceOf(draft) !== saved;
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  const form = useForm(changeTriage, {
    params: { kind, id },
    fallback: words('The changes could not be saved. Please try again.'),
    through: useRecentPassword(),
    read: () => ({
      status: shown.status,
      ownerId: shown.ownerId || null,
      tags: withTyped(shown.tags, shown.typed),
      // Also over what somebody else saved meanwhile, which is shown above the button that says so; and over what one
      // has just saved oneself, while the record that tells of it is on its way.
      version: saved === undefined ? record.version : Math.max(record.version, shown.version),
    }),
    onSuccess: ({ message }, { version }) => {
      toast({ title: t(message) });
      // The version that is saved now is one’s own: nothing to be warned of.
      setDraft((now) => now && { ...now, version: version + 1 });
      const sent = choiceOf(shown);
      setSaved(sent);
      // What was chosen while it was saved stays, and what was saved after it.
      void client.invalidateQueries().then(() => {
        setSaved((now) => (now === sent ? undefined : now));
        setDraft((now) => (now && choiceOf(now) === sent ? undefined : now));
      });
    },
    onFailure: () => void client.invalidateQueries(),
  });

  // Whoever cares for it now stays to choose, also without being an administrator any more.
  const people = new Map(administrators.map((one) => [one.id, one.name]));
  if (record.owner) people.set(record.owner.id, record.owner.name);
  return (
    <form {...form.form} className="grid gap-4">
      {isConflict ? (
        <TriageConflict record={record} isPending={form.isPending} onTakeTheirs={onTakeTheirs} />
      ) : (
        <FormErrors state={form} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Status')}>
          <Select
            name="status"
            options={TRIAGE_STATUSES.map((value) => ({ value, label: t(statusLabel(value)) }))}
            value={shown.status}
            onChoose={(status) => change({ status })}
          />
        </Field>
        <Field label={t('Owner')} error={form.errors.ownerId ? t(form.errors.ownerId) : undefined}>
          <Select
            name="ownerId"
            placeholder={t('Nobody yet')}
            options={[...people].map(([value, label]) => ({ value, label }))}
            value={shown.ownerId}
            onChange={(event) => change({ ownerId: event.target.value })}
          />
        </Field>
      </div>
      <TagField
        tags={shown.tags}
        typed={shown.typed}
        known={known}
        onChange={(part) => change(part)}
      />
      {isConflict ? null : (
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            disabled={draft === undefined}
            pending={form.isPending}
            pendingLabel={t('Saving...')}
          >
            {t('Save')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface TriageConflictProps {
  /** As it is saved now. */
  record: TriageRecord;
  isPending: boolean;
  onTakeTheirs: () => void;
}

/** Somebody else was faster: what they did. Shown in the form beside one’s own choice. */
function TriageConflict({ record, isPending, onTakeTheirs }: TriageConflictProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return (
    <Conflict isPending={isPending} onTakeTheirs={onTakeTheirs}>
      <p>
        {t('{name} saved this on {moment}:', {
          name: record.changedBy ? isolated(record.changedBy) : t('A deleted account'),
          moment: record.changedAt ? dateTimeOf(record.changedAt) : '–',
        })}{' '}
        <TriageMark triage={record} />
      </p>
    </Conflict>
  );
}
