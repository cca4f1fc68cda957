import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import type { FormState } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';

interface SecurityFormProps {
  /** What `useForm` answered. */
  of: FormState & { form: ComponentProps<'form'> };
  submitLabel: string;
  pendingLabel: string;
  onCancel: () => void;
  children: ReactNode;
}

/** A short form in the place of the button that opened it: its errors, its fields, and the two ways out. */
export function SecurityForm({ of, submitLabel, pendingLabel, ...more }: SecurityFormProps) {
  const t = useWords();
  return (
    <form {...of.form} className="grid w-full max-w-md gap-5">
      <FormErrors state={of} />
      {more.children}
      <div className="actions">
        <Button type="submit" variant="primary" pending={of.isPending} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
        <Button onClick={more.onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
