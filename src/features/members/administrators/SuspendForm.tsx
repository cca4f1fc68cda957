import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { accountName } from './accounts.contract.ts';
import { type ListedUser, LONGEST_REASON, suspendUser } from './accounts.contract.ts';

interface SuspendFormProps {
  user: ListedUser;
  onWords: (isTyped: boolean) => void;
  /** It is done, or not wanted any more. */
  onDone: () => void;
}

/** Shuts an account, for a reason that its owner reads. */
export function SuspendForm({ user, onWords, onDone }: SuspendFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const form = useForm(suspendUser, {
    params: { id: user.id },
    fallback: words('The account could not be suspended. Please try again.'),
    through: useRecentPassword(),
    confirm: () =>
      confirm({
        title: t('Suspend this account?'),
        text: t(
          '{name} is logged out everywhere at once, can no longer log in, and gets an email with your message.',
          {
            name: isolated(accountName(user)),
          },
        ),
        confirmLabel: t('Suspend'),
        danger: true,
      }),
    onSuccess: ({ message }) => {
      toast({ title: t('Done'), description: t(message) });
      onDone();
      void client.invalidateQueries();
    },
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Field
        label={t('Reason')}
        hint={t('The member reads this in an email, and each time they try to log in.')}
        required
        error={reason ? t(reason) : undefined}
      >
        <TextArea
          name="reason"
          rows={4}
          maxLength={LONGEST_REASON}
          data-autofocus
          onInput={(event) => onWords(event.currentTarget.value.trim() !== '')}
        />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="danger"
          pending={form.isPending}
          pendingLabel={t('Suspending...')}
        >
          {t('Suspend')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
