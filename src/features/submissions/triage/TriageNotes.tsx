import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useDates } from '../../../web/useDates.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { addTriageNote, type TriageRecord } from './triage.contract.ts';
import { LONGEST_NOTE, type TriagedKind } from './triage.rules.ts';

interface TriageNotesProps {
  kind: TriagedKind;
  id: string;
  notes: TriageRecord['notes'];
  onUnsaved: (isUnsaved: boolean) => void;
}

/** What administrators noted, newest first, and a place for one more note. */
export function TriageNotes({ kind, id, notes, onUnsaved }: TriageNotesProps) {
  const t = useWords();
  const client = useQueryClient();
  const form = useForm(addTriageNote, {
    params: { kind, id },
    fallback: words('The note could not be added. Please try again.'),
    through: useRecentPassword(),
    onSuccess: ({ message }, _, filled) => {
      toast({ title: t(message) });
      filled.reset();
      onUnsaved(false);
      void client.invalidateQueries();
    },
  });
  const { text } = form.errors;
  return (
    <div className="grid gap-4">
      <form {...form.form} className="grid gap-3">
        <FormErrors state={form} />
        <Field
          label={t('Note')}
          hint={t('For administrators only. A note cannot be changed later.')}
          error={text ? t(text) : undefined}
        >
          <TextArea
            name="text"
            rows={3}
            maxLength={LONGEST_NOTE}
            onInput={(event) => onUnsaved(event.currentTarget.value.trim() !== '')}
          />
        </Field>
        <div className="actions">
          <Button type="submit" pending={form.isPending} pendingLabel={t('Saving...')}>
            {t('Add note')}
          </Button>
        </div>
      </form>
      {notes.length > 0 ? <NoteList notes={notes} /> : null}
    </div>
  );
}

function NoteList({ notes }: Pick<TriageNotesProps, 'notes'>) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return (
    <ol className="grid edged-t border-rule" aria-label={t('Notes')}>
      {notes.map((note) => (
        <li key={note.id} className="grid gap-1 edged-b border-rule py-2">
          <span className="text-muted">
            <bdi>{note.author ?? t('A deleted account')}</bdi>,{' '}
            <time dateTime={note.at}>{dateTimeOf(note.at)}</time>
          </span>
          <span dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {note.text}
          </span>
        </li>
      ))}
    </ol>
  );
}
