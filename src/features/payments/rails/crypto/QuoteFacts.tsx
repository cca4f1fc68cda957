import { dollars } from '../../../../shared/money.ts';
import { useWords } from '../../../../web/words.tsx';
import type { TokenQuote } from './useQuote.ts';

interface QuoteFactsProps {
  quote: TokenQuote;
  /** Seconds. */
  remaining: number;
}

/** At these numbers of seconds the time that is left is read out; each second would be noise. */
const SAID_AT = [600, 300, 120, 60, 30, 10];
/** How long it stands there to be read out. */
const saidForSeconds = 5;

/** What a currency costs now and for how long. */
export function QuoteFacts({ quote, remaining }: QuoteFactsProps) {
  const t = useWords();
  const time = `${Math.floor(remaining / 60)}:${String(remaining % 60).padStart(2, '0')}`;
  const said = SAID_AT.find((at) => remaining <= at && remaining > at - saidForSeconds);
  return (
    <div className="grid gap-1">
      <strong className="figures [overflow-wrap:anywhere]">
        {quote.amount} {quote.token}
      </strong>
      <p className="hint">
        {t('1 {token} = {rate}', { token: quote.token, rate: rateOf(quote.rate) })}
      </p>
      <p role="timer" aria-label={t('Time left for this price')} className="figures">
        {t('This price is valid for {time} more.', { time })}
      </p>
      <p className="sr-only" aria-live="polite">
        {said === undefined
          ? ''
          : said < 60
            ? t('{seconds} seconds are left for this price.', { seconds: said })
            : t('{minutes, plural, one {# minute is} other {# minutes are}} left for this price.', {
                minutes: said / 60,
              })}
      </p>
    </div>
  );
}

/** Dollars with at most two decimals, as people read them; a rate may have more. */
function rateOf(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  return dollars(BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')));
}
