import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_NOTE } from '../../submissions/triage/triage.rules.ts';
import type { RecordRef } from '../merge.contract.ts';
import { addNoteOfPerson } from './person-note.contract.ts';

interface PersonNoteFormProps {
  of: RecordRef;
  ref?: Ref<HTMLFormElement>;
}

/** A note about a person, which is in their timeline from then on. */
export function PersonNoteForm({ of, ref }: PersonNoteFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const [isBegun, setBegun] = useState(false);
  useUnsavedWarning(isBegun);
  const form = useForm(addNoteOfPerson, {
    params: of,
    through: useRecentPassword(),
    fallback: words('The note could not be added. Please try again.'),
    onSuccess: ({ message }, _, filled) => {
      toast({ title: t(message) });
      filled.reset();
      setBegun(false);
      void client.invalidateQueries();
    },
  });
  const { text } = form.errors;
  return (
    <form {...form.form} ref={ref} className="grid gap-3">
      <FormErrors state={form} />
      <Field
        label={t('Note')}
        hint={t('For administrators only. A note cannot be changed later.')}
        error={text ? t(text) : undefined}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <div className="grid">
            <TextArea
              name="text"
              className="min-h-11"
              maxLength={LONGEST_NOTE}
              onInput={({ currentTarget }) => setBegun(currentTarget.value.trim() !== '')}
            />
          </div>
          <Button type="submit" pending={form.isPending} pendingLabel={t('Saving...')}>
            {t('Add note')}
          </Button>
        </div>
      </Field>
    </form>
  );
}
