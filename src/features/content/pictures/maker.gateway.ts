import type { FastifyBaseLogger } from 'fastify';
import { Fault } from '../../../shared/fault.ts';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import type { Made, Refusal, Wish } from './encoder.gateway.ts';
import { encodeApart, type End } from './encoder-child.gateway.ts';
import { UNREADABLE } from './pictures.rules.ts';

/** A photograph takes less than one; a weak machine under load is given time too. */
const usualMs = seconds(20);

/** Pictures that may wait for the one that is being made: each holds its file in memory. */
const mostWaiting = 3;

const BUSY = words('Several pictures are being processed right now. Please try again in a moment.');
const REFUSALS: Readonly<Record<Refusal, string>> = {
  unreadable: UNREADABLE,
  moving: words('This picture is animated. Please choose a still one.'),
  large: words(
    'This picture has too many pixels. The limit is 12,000 on a side and 30 million in total. Please make it smaller.',
  ),
  small: words(
    'This picture is too small. A sharing image needs at least 600x315 pixels, a picture on a page 200x100.',
  ),
};

const AWAY = words(
  'This server cannot open pictures right now. Please try again later. The server log gives the reason.',
);
const SLOW = words('Opening this picture took too long. Please make it smaller and try again.');

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Makes the files of a picture, the widest first, one picture at a time in a process of its own, which gets
 * `longestMs`. Throws 400 for a file that is no picture for us, 503 while several wait already and where no such
 * process can be started.
 */
export async function makePicture(
  wish: Wish,
  log: FastifyBaseLogger,
  longestMs = usualMs,
): Promise<Made[]> {
  if (waiting > mostWaiting) throw new Fault(503, BUSY, { headers: { 'Retry-After': '5' } });
  waiting += 1;
  const made = last.then(() => encodeApart(wish, longestMs));
  // The caller gets a failure below; the next picture is made all the same.
  last = made.catch(() => undefined);
  try {
    const answer = await made;
    if (Array.isArray(answer)) return answer;
    throw typeof answer === 'string' ? refused(REFUSALS[answer]) : ended(answer, log);
  } finally {
    waiting -= 1;
  }
}

const refused = (sentence: string) => new Fault(400, sentence, { fields: { content: sentence } });

/** Only a process that was ready can have found a file that is no picture; that it did not start is our fault. */
function ended({ wasReady, ...end }: End, log: FastifyBaseLogger): Fault {
  if (wasReady) {
    log.warn(end, 'a picture ended the process that opened it');
    return refused(end.wasLate ? SLOW : UNREADABLE);
  }
  log.error(end, 'the process that opens pictures did not start');
  return new Fault(503, AWAY);
}
