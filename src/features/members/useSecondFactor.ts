import { useState } from 'react';
import { words } from '../../shared/words.ts';
import { CallError } from '../../web/api.ts';
import { PasswordNotGiven } from '../../web/recentPassword.ts';
import { SECOND_FACTORS, type SecondFactor } from './second-factor.rules.ts';

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
