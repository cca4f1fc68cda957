import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { type FormState, useForm } from '../../../web/forms/useForm.ts';
import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { errorsOf, fromForm } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import {
  ADMIN_MISSING,
  ADMIN_PASSWORD_SHORT,
  NEW_PASSWORD_SHORT,
  PASSWORDS_MISSING,
  USERNAME_MISSING,
} from './settings.contract.ts';

interface SettingsCardProps {
  title: string;
  /** What `useSettingsForm` answered. */
  of: FormState & { form: ComponentProps<'form'> };
  /** What is shown above the form. */
  intro?: ReactNode;
  submitLabel: string;
  pendingLabel: string;
  children: ReactNode;
  /** What is shown below the form. */
  below?: ReactNode;
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
      {more.below}
    </section>
  );
}

export const PASSWORDS_DIFFER = words('New password and confirmation password do not match.');

/** Which of the sentences say that something is not filled in: they come before all others. */
const MISSING: readonly string[] = [USERNAME_MISSING, PASSWORDS_MISSING, ADMIN_MISSING];

/** Titles of the toasts about what is wrong with a form (specification §5); of all else it is 'Error' (§8). */
const TITLES: Readonly<Partial<Record<string, string>>> = {
  ...Object.fromEntries(MISSING.map((sentence) => [sentence, words('Missing Information')])),
  [NEW_PASSWORD_SHORT]: words('Invalid Password'),
  [ADMIN_PASSWORD_SHORT]: words('Invalid Password'),
  [PASSWORDS_DIFFER]: words('Password Mismatch'),
};

interface Options<B extends $ZodType> {
  /** Said when the server gives no sentence of its own. */
  fallback: string;
  check?(form: FormData): Record<string, string>;
  confirm?(body: output<B>): Promise<boolean>;
  /** The title of the toast when it is done; its text is the server's. */
  doneTitle: string;
  onDone?(body: output<B>): void;
  onFailure?(error: unknown): void;
}

/** A form of the tab Settings: what stops it is said in a toast too, and once it is done it is empty again. */
export function useSettingsForm<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType<{ message: string }>,
>(endpoint: Endpoint<P, Q, B, A>, options: Options<B>) {
  const t = useWords();
  const { fallback, check, confirm, doneTitle, onDone } = options;
  const refuse = (sentence: string) =>
    toast({
      title: t(TITLES[sentence] ?? words('Error')),
      description: t(sentence),
      variant: 'destructive',
    });
  const state = useForm(endpoint, {
    fallback,
    ...(check ? { check } : {}),
    ...(confirm ? { confirm } : {}),
    through: useRecentPassword(),
    onSuccess({ message }, body, form) {
      toast({ title: t(doneTitle), description: t(message) });
      form.reset();
      onDone?.(body);
    },
    onFailure(sentence, error) {
      refuse(sentence);
      options.onFailure?.(error);
    },
  });

  /** What the form will find wrong before it sends anything. */
  function problemOf(data: FormData): string | undefined {
    const schema = endpoint.body;
    const all = Object.values({ ...errorsOf(schema, fromForm(schema, data)), ...check?.(data) });
    return all.find((sentence) => MISSING.includes(sentence)) ?? all[0];
  }

  const { onSubmit } = state.form;
  return {
    ...state,
    form: {
      ...state.form,
      onSubmit(event: Parameters<typeof onSubmit>[0]) {
        const problem = problemOf(new FormData(event.currentTarget));
        if (problem) refuse(problem);
        onSubmit(event);
      },
    },
  };
}
