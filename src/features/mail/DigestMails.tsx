import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import type { DigestMailProps } from './digest-mails.contract.ts';
import { FailureDigest } from './mails/FailureDigest.tsx';

/** The mail about what failed. */
export const DIGEST_MAILS: {
  [T in keyof DigestMailProps]: { subject: string; Mail: ComponentType<DigestMailProps[T]> };
} = {
  'failure-digest': {
    subject: words(
      '{count, plural, one {# thing on the site needs somebody} other {# things on the site need somebody}}',
    ),
    Mail: FailureDigest,
  },
};
