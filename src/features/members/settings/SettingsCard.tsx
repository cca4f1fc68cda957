import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import type { FormState } from '../../../web/useForm.ts';

interface SettingsCardProps {
  title: string;
  /** What `useSettingsForm` answered. */
  of: FormState & { form: ComponentProps<'form'> };
  /** What stands above the form. */
  intro?: ReactNode;
  submitLabel: string;
  pendingLabel: string;
  children: ReactNode;
}

/** One thing to settle, with its form, under its name. */
export function SettingsCard({ title, of, intro, ...more }: SettingsCardProps) {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 edged border-rule bg-raised p-5"
      aria-labelledby={id}
    >
      <h2 id={id} className="text-[1.25rem]">
        {title}
      </h2>
      {intro}
      <form {...of.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormErrors state={of} />
        {more.children}
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            pending={of.isPending}
            pendingLabel={more.pendingLabel}
          >
            {more.submitLabel}
          </Button>
        </div>
      </form>
    </section>
  );
}
