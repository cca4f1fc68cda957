import type { ReactNode } from 'react';
import type { confirmEmailChange } from '../../../features/members/account/account.contract.ts';
import type { verifyEmail } from '../../../features/members/registration/verification.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../fields/TextField.tsx';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useWords } from '../../words.tsx';
import { isDeadLink } from './useLinkAction.ts';

/** An action that gives an account an address, and the way for who has no such account. */
export interface Guarded {
  endpoint: typeof verifyEmail | typeof confirmEmailChange;
  stranger: ReactNode;
}

interface LinkPasswordProps {
  guarded: Guarded;
  linkKey: string;
  label: string;
  pendingLabel: string;
  /** The sentence of the server that asks for it. */
  asks: string;
  onSettled: (at: 'done' | 'dead', sentence: string) => void;
}

/** Asks for the password of the account before the link does its action, and offers a way to who has none. */
export function LinkPassword(props: LinkPasswordProps) {
  const t = useWords();
  const { guarded, linkKey, onSettled } = props;
  const form = useForm(guarded.endpoint, {
    fallback: t('That did not work. Please try again.'),
    read: (data) => ({ token: linkKey, password: data.get('password') }),
    onSuccess: ({ message }) => onSettled('done', message),
    onFailure: (sentence, error) => isDeadLink(error) && onSettled('dead', sentence),
  });
  return (
    <>
      <form {...form.form} className="grid gap-5">
        <FormErrors state={form} />
        <p role="status">{t(props.asks)}</p>
        {/* The person has just pressed the button in whose place this stays. */}
        <TextField
          of={form}
          name="password"
          label={t('Your password')}
          required
          type="password"
          autoComplete="current-password"
          maxLength={200}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            pending={form.isPending}
            pendingLabel={props.pendingLabel}
          >
            {props.label}
          </Button>
        </div>
      </form>
      {guarded.stranger}
    </>
  );
}
