import { RAIL_NAMES } from '../payments/core/payment-labels.rules.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import { HISTORY_SENTENCES } from './history.rules.ts';
import type { Timeline } from './status.contract.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';

/** What has happened, the newest first. `count` is how many payments there are. */
export function History({ timeline, count }: { timeline: Timeline; count: number }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const entries = timeline.history.map((entry, place) => ({ ...entry, place })).reverse();
  return (
    <section className="grid gap-4" aria-labelledby="history">
      <h2 id="history" className="text-2xl">
        {t('History')}
      </h2>
      <ol className="history">
        {entries.map(({ place, at, told, instalment, method, amount, note }) => (
          <li key={place} className="grid content-start gap-1">
            <p className="hint">
              <time dateTime={at}>{dateTimeOf(at)}</time>
            </p>
            <p>
              {t(HISTORY_SENTENCES[told], {
                amount: amount ? readable(amount) : '',
                method: method ? t(RAIL_NAMES[method]) : '',
              })}{' '}
              {instalment && count > 1
                ? t('Payment {number} of {count}.', { number: instalment, count })
                : null}
            </p>
            {note ? <p className="notice whitespace-pre-line">{note}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
