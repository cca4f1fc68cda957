import type { ReactNode } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import { SecondFactorStep, type useSecondFactor } from '../second-factor/SecondFactorStep.tsx';
import type { usePasskey } from '../second-factor/usePasskey.ts';

interface PasswordStepProps {
  /** What the form knows of its two fields. */
  form: { errors: Partial<Record<string, string>>; isPending: boolean };
  factor: ReturnType<typeof useSecondFactor>;
  passkey: ReturnType<typeof usePasskey>;
  /** Of the password; "Your password" without it. */
  label?: string;
  button: string;
  /** The button while the server is asked. */
  pendingLabel: string;
  /** The other way out, beside the button. */
  children: ReactNode;
}

/** The end of a form that makes sure who is there: `password`, the second factor once it is asked for, the buttons. */
export function PasswordStep(props: PasswordStepProps) {
  const t = useWords();
  const { form, factor, passkey } = props;
  const { password, code } = form.errors;
  return (
    <>
      <Field label={props.label ?? t('Your password')} error={password && t(password)}>
        <TextInput
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          data-autofocus
        />
      </Field>
      {factor.methods ? (
        <SecondFactorStep methods={factor.methods} error={code} passkey={passkey} />
      ) : null}
      <div className="actions">
        {factor.takesCode ? (
          <Button
            type="submit"
            variant="primary"
            pending={form.isPending}
            pendingLabel={props.pendingLabel}
          >
            {props.button}
          </Button>
        ) : null}
        {props.children}
      </div>
    </>
  );
}
