import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import type { FormState } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { readAccount } from './account.contract.ts';
import { passkeyFailure } from '../second-factor/usePasskey.ts';

interface SecuritySectionProps {
  title: string;
  children: ReactNode;
}

/** One thing that guards the account, under its name. */
export function SecuritySection({ title, children }: SecuritySectionProps) {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 edged-t border-rule pt-6"
      aria-labelledby={id}
    >
      <h3 id={id} className="text-[1.25rem]">
        {title}
      </h3>
      {children}
    </section>
  );
}

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

/**
 * What actions on the own account share: a login that has not ended, a recent password, toasts, the account read anew.
 * `refused` is the title of what is said when one was not done.
 */
export function useSecurityAction(refused = words('Update Failed')) {
  const t = useWords();
  const client = useQueryClient();
  const withLogin = useWithLogin();
  const withRecentPassword = useRecentPassword();
  const [isPending, setPending] = useState(false);

  function through<T>(send: () => Promise<T>): Promise<T> {
    return withLogin(() => withRecentPassword(send));
  }
  const refresh = () => void client.invalidateQueries({ queryKey: [readAccount.name] });
  const said = (message: string) => toast({ title: t('Done'), description: t(message) });
  const failed = (sentence: string) =>
    toast({ title: t(refused), description: t(sentence), variant: 'destructive' });

  return {
    isPending,
    /** For `useForm`. */
    through,
    refresh,
    said,
    failed,
    /** For a button: answers what the action answered, undefined when it was not done. Never throws. */
    async run<T extends object>(send: () => Promise<T>): Promise<T | undefined> {
      if (isPending) return undefined;
      setPending(true);
      try {
        const answer = await through(send);
        if ('message' in answer) said(String(answer.message));
        refresh();
        return answer;
      } catch (error) {
        if (!(error instanceof PasswordNotGiven)) failed(sentenceFor(error));
        return undefined;
      } finally {
        setPending(false);
      }
    },
  };
}

const sentenceFor = (error: unknown) =>
  passkeyFailure(error, words('That did not work. Please try again.'));
