import type { Values } from '../../../shared/words.ts';
import { words } from '../../../shared/words.ts';
import { leaseMs } from '../mailing.rules.ts';

/** Why a batch was paused by itself. */
export interface Pause {
  tried: number;
  troubled: number;
}

/** Why no bulk mail leaves for a while: the server does not take any, in its own words, or today’s share is used up. */
export type Rest = { what: 'server'; words: string } | { what: 'share'; share: number };

/** A sentence with values, to be said in the reader's language. */
export type Reason = [sentence: string, values: Values];

export const reasonOfPause = ({ tried, troubled }: Pause): Reason => [
  words(
    'We stopped here: {troubled} of the last {tried} mails could not be delivered. Please see what the servers said before you carry on.',
  ),
  { tried, troubled },
];

export const reasonOfRest = (rest: Rest): Reason =>
  rest.what === 'server'
    ? [words('The mail server is not accepting mail right now: {words}'), { words: rest.words }]
    : [
        words(
          'The {share} bulk mails allowed in 24 hours have gone out. The rest will follow on their own.',
        ),
        { share: rest.share },
      ];

/** Until when a process that shows now is taken to be working. */
export const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);
