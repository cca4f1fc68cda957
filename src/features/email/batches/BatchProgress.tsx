import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import type { Batch } from '../mailing/batch.contract.ts';
import './BatchProgress.css';

type Counts = Batch['counts'];

/** What becomes of the mails of a batch, in the order in which it is told. */
const SENTENCES: readonly (readonly [keyof Counts, string])[] = [
  ['sent', words('{count, plural, other {# sent}}')],
  ['sending', words('{count, plural, other {# under way}}')],
  ['queued', words('{count, plural, one {# waits} other {# wait}}')],
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
        aria-label={t('How far “{subject}” is', { subject })}
        value={doneOf(counts)}
        max={Math.max(1, counts.total)}
      />
      <p className="flex max-w-full flex-wrap gap-x-4 figures">
        <strong>
          {t('{done, plural, other {#}} of {count, plural, one {# mail} other {# mails}} done', {
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
