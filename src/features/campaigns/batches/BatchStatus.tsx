import { words } from '../../../shared/words.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useSegment } from '../audience/useSegment.ts';
import { useWords } from '../../../web/words.tsx';
import type { Batch } from './batch.contract.ts';
import type { BatchState as State } from './batch.rules.ts';
import './BatchStatus.css';

const STATES: Readonly<
  Record<State, readonly [label: string, tone: 'plain' | 'good' | 'bad' | 'strong']>
> = {
  scheduled: [words('Scheduled'), 'plain'],
  running: [words('Being sent'), 'strong'],
  waiting: [words('Waiting'), 'plain'],
  paused: [words('Paused'), 'bad'],
  done: [words('Finished'), 'good'],
  cancelled: [words('Cancelled'), 'plain'],
};

/** How far a batch is, in a word. */
export function BatchState({ state }: { state: State }) {
  const t = useWords();
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{t(label)}</Badge>;
}

/** Whom a batch is for, in a sentence. */
export function BatchRecipients({ batch: { audience, counts } }: { batch: Batch }) {
  const t = useWords();
  const { textOf } = useSegment();
  const { total: count } = counts;
  return (
    <span className="figures [overflow-wrap:anywhere]">
      {audience === null
        ? t('{count, plural, one {# person, selected} other {# people, selected one by one}}', {
            count,
          })
        : t('{count, plural, =0 {Nobody} one {# person} other {# people}}: {conditions}.', {
            count,
            conditions: textOf(audience) || t('everyone who asked for news'),
          })}
    </span>
  );
}

/** What there is to know about that: since when, until when, why. Nothing of one that goes its way. */
export function BatchReason({ batch }: { batch: Batch }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { state, because, waitingUntil, scheduledFor, finishedAt } = batch;
  const said =
    state === 'scheduled' && scheduledFor
      ? t('It will be sent on {when}.', { when: dateTimeOf(scheduledFor) })
      : state === 'waiting' && waitingUntil
        ? t('Waiting until {when}. Sending will then resume automatically.', {
            when: dateTimeOf(waitingUntil),
          })
        : state === 'done' && finishedAt
          ? t('Finished on {when}.', { when: dateTimeOf(finishedAt) })
          : state === 'paused' && !because
            ? t('Someone has paused it. Nothing is sent until it is resumed.')
            : undefined;
  const sentences = [because && t(because), said].filter(Boolean);
  return sentences.length > 0 ? <p>{sentences.join(' ')}</p> : null;
}

type Counts = Batch['counts'];

/** What becomes of the mails of a batch, in the order in which they are shown. */
const SENTENCES: readonly (readonly [keyof Counts, string])[] = [
  ['sent', words('{count, plural, other {# sent}}')],
  ['sending', words('{count, plural, other {# being sent}}')],
  ['queued', words('{count, plural, one {# waiting} other {# waiting}}')],
  ['failed', words('{count, plural, other {# failed}}')],
  ['uncertain', words('{count, plural, other {# uncertain}}')],
  ['skipped', words('{count, plural, other {# left out}}')],
];

/** How many of a batch have come to their end. */
export const doneOf = ({ total, queued, sending }: Counts) => total - queued - sending;

/** How far a batch is: a bar, and each number in words. */
export function BatchProgress({ subject, counts }: { subject: string; counts: Counts }) {
  const t = useWords();
  return (
    <div className="grid gap-2">
      <progress
        className="batch-bar"
        aria-label={t('Progress of “{subject}”', { subject })}
        value={doneOf(counts)}
        max={Math.max(1, counts.total)}
      />
      <p className="flex max-w-full flex-wrap gap-x-4 figures">
        <strong>
          {t('{done, plural, other {#}} of {count, plural, one {# email} other {# emails}} done', {
            done: doneOf(counts),
            count: counts.total,
          })}
        </strong>
        {SENTENCES.map(([state, sentence]) =>
          counts[state] > 0 ? (
            <span key={state}>{t(sentence, { count: counts[state] })}</span>
          ) : null,
        )}
      </p>
    </div>
  );
}
