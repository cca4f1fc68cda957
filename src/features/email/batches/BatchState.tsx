import { words } from '../../../shared/words.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { Batch } from '../mailing/batch.contract.ts';
import type { BatchState as State } from '../mailing.rules.ts';

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

/** What there is to know about that: since when, until when, why. Nothing of one that goes its way. */
export function BatchReason({ batch }: { batch: Batch }) {
  const t = useWords();
  const { momentOf } = useDates();
  const { state, because, waitingUntil, scheduledFor, finishedAt } = batch;
  const said =
    state === 'scheduled' && scheduledFor
      ? t('It leaves on {when}.', { when: momentOf(scheduledFor) })
      : state === 'waiting' && waitingUntil
        ? t('It is waiting until {when} and will then carry on by itself.', {
            when: momentOf(waitingUntil),
          })
        : state === 'done' && finishedAt
          ? t('It was done on {when}.', { when: momentOf(finishedAt) })
          : state === 'paused' && !because
            ? t('Somebody has paused it. Nothing goes out until it is resumed.')
            : undefined;
  const sentences = [because && t(because), said].filter(Boolean);
  return sentences.length > 0 ? <p>{sentences.join(' ')}</p> : null;
}
