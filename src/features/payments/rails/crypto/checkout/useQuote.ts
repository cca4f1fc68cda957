import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { seconds } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { call, sentenceOf } from '../../../../../web/api.ts';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useWords } from '../../../../../web/words.tsx';
import type { MyApplication } from '../../../payer/my-applications.contract.ts';
import type { PayableInstalment } from '../../../payer/my-applications.rules.ts';
import { type Quote, requestQuote } from './crypto.contract.ts';
import type { Token } from '../crypto.rules.ts';
import { secondsLeft } from './wallet.rules.ts';

export type TokenQuote = Quote & { token: Token };

interface Options {
  application: MyApplication;
  due: PayableInstalment;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffsetMs: number;
  /** What is still to be sent for a quote that was paid in part, at its price. */
  rest: TokenQuote | undefined;
}

const NO_QUOTE = words('Failed to get price quote');
const EXPIRED = words('The price is no longer valid. Please choose the currency again.');

/**
 * The price of an instalment in a token while it is valid. Choosing a currency requests it; when it ends, the
 * payer chooses again.
 */
export function useQuote({ application, due, clockOffsetMs, rest }: Options) {
  const t = useWords();
  const [token, setToken] = useState(rest?.token);
  const [quote, setQuote] = useState(rest);
  /** The quote before, while another one is fetched. */
  const [earlier, setEarlier] = useState<TokenQuote>();
  const [isExpired, setExpired] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Only the last choice counts. */
  const asked = useRef(0);

  async function choose(chosen: Token) {
    const own = ++asked.current;
    setToken(chosen);
    setEarlier((before) => quote ?? before);
    setQuote(undefined);
    setExpired(false);
    setFailure(undefined);
    try {
      const answer = await call(requestQuote, {
        body: {
          token: chosen,
          usdAmount: application.paymentAmount,
          applicationId: application.id,
          plan: application.paymentPlan,
          instalment: due.number,
        },
      });
      if (own !== asked.current) return;
      setQuote({ ...answer, token: chosen });
    } catch (error) {
      if (own !== asked.current) return;
      const sentence = t(sentenceOf(error, NO_QUOTE));
      setToken(undefined);
      setFailure(sentence);
      toast({ title: t('Quote Error'), description: sentence, variant: 'destructive' });
    }
    setEarlier(undefined);
  }

  function expire() {
    setQuote(undefined);
    setToken(undefined);
    setExpired(true);
    if (rest) return;
    toast({ title: t('Quote Expired'), description: t(EXPIRED), variant: 'destructive' });
  }

  const remaining = useCountdown(quote, clockOffsetMs, expire);
  return { token, quote, earlier, isExpired, failure, remaining, choose };
}

/** Seconds until a quote ends; calls `onEnd` then, or when a suspended page resumes. */
function useCountdown(
  quote: TokenQuote | undefined,
  clockOffsetMs: number,
  onEnd: () => void,
): number {
  const [, setTicks] = useState(0);
  const left = () => (quote ? secondsLeft(quote.expires, Date.now() + clockOffsetMs) : 0);
  const end = useEffectEvent(onEnd);
  const tick = useEffectEvent(() => {
    if (left() === 0) end();
    else setTicks((ticks) => ticks + 1);
  });
  useEffect(() => {
    if (!quote) return;
    const timer = setInterval(tick, seconds(1));
    return () => clearInterval(timer);
  }, [quote]);
  return left();
}
