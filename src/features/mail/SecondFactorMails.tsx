import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import { RecoveryCodeUsed, SecondFactorChanged } from './mails/SecondFactor.tsx';
import type { SecondFactorMailProps } from './second-factor-mails.contract.ts';

/** The mails about what guards an account beside its password. */
export const SECOND_FACTOR_MAILS: {
  [T in keyof SecondFactorMailProps]: {
    subject: string;
    Mail: ComponentType<SecondFactorMailProps[T]>;
  };
} = {
  'second-factor-changed': {
    subject: words('How you log in has changed'),
    Mail: SecondFactorChanged,
  },
  'recovery-code-used': {
    subject: words('A recovery code of yours has been used'),
    Mail: RecoveryCodeUsed,
  },
};
