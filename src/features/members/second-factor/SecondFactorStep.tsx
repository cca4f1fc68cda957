import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SECOND_FACTORS, type SecondFactor } from './second-factor.rules.ts';
import type { usePasskey } from './usePasskey.ts';
import { CallError } from '../../../web/api.ts';
import { PasswordNotGiven } from '../../../web/recentPassword.ts';

interface SecondFactorStepProps {
  methods: readonly SecondFactor[];
  error: string | undefined;
  passkey: ReturnType<typeof usePasskey>;
}

/** How a code is asked for: an app's six digits, or what was written down for the day the phone is lost. */
const KINDS = {
  totp: {
    label: words('Code from your authenticator app'),
    hint: words('Six digits that change every 30 seconds.'),
    other: words('Use a recovery code instead'),
    input: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  },
  recovery: {
    label: words('Recovery code'),
    hint: words(
      'One of the codes you saved when you set this up: ten letters and digits. Each works once.',
    ),
    other: words('Use the authenticator app instead'),
    input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
} as const;

/** The second step of a form that asked for the password: a code, which it sends as `code`, or a passkey. */
export function SecondFactorStep({ methods, error, passkey }: SecondFactorStepProps) {
  const t = useWords();
  const hasPasskey = methods.includes('passkey');
  return (
    <div className="grid gap-4">
      <p role="status">{t('Your password is correct. One more step to confirm that it is you.')}</p>
      {hasPasskey ? <PasskeyButton passkey={passkey} label={t('Use a passkey')} /> : null}
      {hasPasskey && methods.length === 1 ? null : <CodeField methods={methods} error={error} />}
    </div>
  );
}

function CodeField({ methods, error }: Pick<SecondFactorStepProps, 'methods' | 'error'>) {
  const t = useWords();
  const hasApp = methods.includes('totp');
  const [asksApp, setAsksApp] = useState(hasApp);
  const kind = asksApp ? KINDS.totp : KINDS.recovery;
  return (
    <div className="grid justify-items-start gap-2">
      <Field
        key={kind.label}
        className="w-full"
        label={t(kind.label)}
        hint={t(kind.hint)}
        error={error && t(error)}
      >
        {/* The person is here to type it: the password was right a moment ago. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <TextInput name="code" maxLength={40} autoFocus {...kind.input} />
      </Field>
      {hasApp && methods.includes('recovery-code') ? (
        <Button variant="quiet" onClick={() => setAsksApp(!asksApp)}>
          {t(kind.other)}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * For forms whose call takes a `code` beside the password where the account has a second factor: spread
 * `options` into `useForm`'s, and draw a SecondFactorStep with `methods` once the server has asked for it.
 * That the server asks is no failure, so none is shown.
 */
export function useSecondFactor() {
  const [methods, setMethods] = useState<readonly SecondFactor[]>();
  return {
    /** What this account has; undefined until the server asks. */
    methods,
    /** Whether a code can be given; else nothing but the passkey opens. */
    takesCode: methods?.every((method) => method === 'passkey') !== true,
    /** Back to the password: another account may be meant. */
    forget: () => setMethods(undefined),
    options: {
      check: (form: FormData): Record<string, string> =>
        methods && !String(form.get('code') ?? '').trim()
          ? { code: words('Please enter the code.') }
          : {},
      async through<T>(send: () => Promise<T>): Promise<T> {
        try {
          return await send();
        } catch (error) {
          const asked = methodsAsked(error);
          if (!asked) throw error;
          setMethods(asked);
          throw new PasswordNotGiven();
        }
      },
    },
  };
}

function methodsAsked(error: unknown): readonly SecondFactor[] | undefined {
  if (!(error instanceof CallError) || error.detail.reason !== 'second-factor') return undefined;
  const { methods } = error.detail;
  return SECOND_FACTORS.filter((one) => Array.isArray(methods) && methods.includes(one));
}
