import { useEffect, useEffectEvent, useState } from 'react';
import { seconds } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../../web/api.ts';
import { toast } from '../../../../web/ui/toasts.ts';
import { useWords } from '../../../../web/words.tsx';
import { type Verified, verifyCrypto } from './crypto.contract.ts';
import type { SentTransaction } from './useTransaction.ts';

const askEveryMs = seconds(5);
/** Between two tries to tell the server a hash; the waits grow up to the last. */
const tellAgainMs = [seconds(1), seconds(2), seconds(5), seconds(10), seconds(30)];

const CANCELLED = words('The transaction was cancelled in the wallet: nothing was paid.');
const REVERTED = words(
  'The network refused the transaction: nothing was paid except the fee of the network.',
);

/** Tells the server of a transaction; throws what `call` throws. */
const verify = ({ quote }: SentTransaction, txHash: string): Promise<Verified> =>
  call(verifyCrypto, {
    body: { txHash, token: quote.token, amount: quote.amount, quoteId: quote.id },
  });

/** A refusal of the server; everything else is worth another try. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && error.status !== 429;

/** Until the server has heard of a hash it is told again, also when the dialog is closed by then. */
export async function tellServer(sent: SentTransaction, txHash: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await verify(sent, txHash);
      return;
    } catch (error) {
      // A refusal is shown by who asks how it stands.
      if (isRefusal(error)) return;
      const waitMs = tellAgainMs[Math.min(tries, tellAgainMs.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

interface Ends {
  /** It is booked. */
  onFinal(): void;
  /** Nothing was paid and nothing will be, for the reason given. */
  onLost(sentence: string): void;
}

/** How a transaction stands, asked again and again, also of one that takes its place. */
export function useVerification(sent: SentTransaction, { onFinal, onLost }: Ends) {
  const t = useWords();
  const [hash, setHash] = useState<string>(sent.hash);
  const [standing, setStanding] = useState<Verified>();
  const [refusal, setRefusal] = useState<{ hash: string; sentence: string }>();
  const [most, setMost] = useState(0);

  const hear = useEffectEvent((event: Parameters<Parameters<SentTransaction['follow']>[0]>[0]) => {
    if (event === 'cancelled') return onLost(CANCELLED);
    if (event === 'reverted') return onLost(REVERTED);
    setHash(event.hash);
    void tellServer(sent, event.hash);
  });
  useEffect(() => sent.follow((event) => hear(event)), [sent]);

  const ask = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return;
    try {
      const answer = await verify(sent, hash);
      setStanding(answer);
      setMost((before) => Math.max(before, answer.needed ?? 0));
      if (answer.status === 'completed') onFinal();
    } catch (error) {
      console.warn(error);
      if (!isRefusal(error)) return;
      const sentence = t(sentenceOf(error, words('Payment verification failed')));
      setRefusal({ hash, sentence });
      toast({
        title: t('Payment verification failed'),
        description: sentence,
        variant: 'destructive',
      });
    }
  });
  const isRefused = refusal?.hash === hash;
  const isDone = standing?.status === 'completed' && standing.txHash === hash.toLowerCase();
  useEffect(() => {
    if (isRefused || isDone) return;
    const first = setTimeout(ask);
    const timer = setInterval(ask, askEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [hash, isRefused, isDone]);

  return { hash, standing, most, refusal: isRefused ? refusal.sentence : undefined };
}
