import { words } from '../../../shared/words.ts';
import type { BurstReasonName, BurstVerdict } from './burst.rules.ts';

/** What signatures have in common: as figures of all that were judged, and as the heading of their list. */
export const REASON_LABELS: Readonly<
  Record<BurstReasonName, { figures: string; heading: string }>
> = {
  network: {
    figures: words('{count} of {of} came from one network'),
    heading: words('Signatures from one network'),
  },
  domain: {
    figures: words('{count} of {of} have an email address at {domain}'),
    heading: words('Signatures with email addresses of one domain'),
  },
  names: {
    figures: words('{count} of {of} have a name that is repeated, numbered or random'),
    heading: words('Signatures with repeated, numbered or random names'),
  },
  addresses: {
    figures: words('{count} of {of} email addresses count up or lead to one mailbox'),
    heading: words('Signatures with email addresses of one pattern'),
  },
  fast: {
    figures: words('{count} of {of} forms were sent within five seconds'),
    heading: words('Signatures sent within five seconds'),
  },
  time: {
    figures: words('{count} of {of} were signed at almost the same time'),
    heading: words('Signatures at almost the same time'),
  },
  unconfirmed: {
    figures: words('{count} of {of} were not confirmed within two days'),
    heading: words('Signatures not confirmed within two days'),
  },
};

export const VERDICT_LABELS: Readonly<
  Record<BurstVerdict, { label: string; tone: 'bad' | 'strong' | 'plain' }>
> = {
  check: { label: words('Check'), tone: 'bad' },
  group: { label: words('May be a group'), tone: 'strong' },
  busy: { label: words('Only many'), tone: 'plain' },
};
