import { useEffect, useEffectEvent, useState } from 'react';
import { seconds } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../../../web/api.ts';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { Copyable } from '../../../payer/Copyable.tsx';
import type { MyApplications } from '../../../payer/useMyApplications.ts';
import { type Verified, verifyCrypto } from './crypto.contract.ts';
import type { SentTransaction } from './useTransaction.ts';
import { shortAddress } from '../crypto.rules.ts';

interface ConfirmationsProps {
  sent: SentTransaction;
  mine: MyApplications;
  /** Nothing was paid, for the reason given. */
  onLost: (sentence: string) => void;
}

/** The progress of a transaction, from the wallet to a final block. */
export function Confirmations({ sent, mine, onLost }: ConfirmationsProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { hash, verified, most, refusal } = useVerification(sent, {
    onFinal: () => void mine.reload(),
    onLost,
  });
  const needed = verified?.needed;
  const done = verified?.status === 'completed';
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t('Confirmations')}>
      {refusal ? (
        <Notice role="alert" tone="danger">
          <strong>{t('Payment verification failed')}</strong>
          <p>{refusal}</p>
          <p>
            {t(
              'If your wallet shows the payment as sent, it is not lost. We check everything that arrives at our address.',
            )}
          </p>
        </Notice>
      ) : verified?.short ? (
        <Notice role="alert" tone="ochre">
          <p>
            {t('Received {received}. Send {rest} more to the same address by {time}.', {
              received: `${verified.short.received} ${sent.quote.token}`,
              rest: `${verified.short.rest} ${sent.quote.token}`,
              time: dateTimeOf(new Date(verified.short.until).toISOString()),
            })}
          </p>
          <Copyable
            label={t('Exact amount in {token}', { token: sent.quote.token })}
            value={`${verified.short.rest} ${sent.quote.token}`}
            copied={verified.short.rest}
          />
          <Copyable label={t('Address')} value={sent.quote.address} />
        </Notice>
      ) : (
        <>
          <progress
            className="confirmations"
            aria-label={t('Network confirmation')}
            {...(done ? { value: 1, max: 1 } : {})}
            {...(!done && needed !== undefined && most > 0
              ? { value: most - needed, max: most }
              : {})}
          />
          <p aria-live="polite">
            {done
              ? t('The network has confirmed your payment.')
              : needed === undefined
                ? t('Sent. Waiting for the network to confirm it...')
                : needed === 0
                  ? t('Confirmed by the network. We’ll email you when your payment is recorded.')
                  : t('On the network. Confirmations still needed: about {count}.', {
                      count: needed,
                    })}
          </p>
        </>
      )}
      <Copyable label={t('Transaction')} value={shortAddress(hash)} copied={hash} />
    </section>
  );
}

const askEveryMs = seconds(5);
/** Waits between tries to submit a hash; the last one repeats. */
const retryWaitsMs = [seconds(1), seconds(2), seconds(5), seconds(10), seconds(30)];

const CANCELLED = words('The transaction was cancelled in the wallet: nothing was paid.');
const REVERTED = words(
  'The network refused the transaction. Nothing was paid except the network fee.',
);

/** Submits a hash; throws what `call` throws. */
const verify = ({ quote }: SentTransaction, txHash: string): Promise<Verified> =>
  call(verifyCrypto, {
    body: { txHash, token: quote.token, amount: quote.amount, quoteId: quote.id },
  });

/** A refusal by the server; other failures are tried again. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && error.status !== 429;

/** Submits a hash until the server has it, also after the dialog is closed. */
export async function submitTransaction(sent: SentTransaction, txHash: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await verify(sent, txHash);
      return;
    } catch (error) {
      // `useVerification` shows a refusal.
      if (isRefusal(error)) return;
      const waitMs = retryWaitsMs[Math.min(tries, retryWaitsMs.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

interface Ends {
  /** The payment is settled. */
  onFinal(): void;
  onLost(sentence: string): void;
}

/** Polls the status of a transaction, and follows one that replaces it. */
function useVerification(sent: SentTransaction, { onFinal, onLost }: Ends) {
  const t = useWords();
  const [hash, setHash] = useState<string>(sent.hash);
  const [verified, setVerified] = useState<Verified>();
  const [refusal, setRefusal] = useState<{ hash: string; sentence: string }>();
  const [most, setMost] = useState(0);

  const onTransactionEvent = useEffectEvent(
    (event: Parameters<Parameters<SentTransaction['follow']>[0]>[0]) => {
      if (event === 'cancelled') return onLost(CANCELLED);
      if (event === 'reverted') return onLost(REVERTED);
      setHash(event.hash);
      void submitTransaction(sent, event.hash);
    },
  );
  useEffect(() => sent.follow((event) => onTransactionEvent(event)), [sent]);

  const ask = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return;
    try {
      const answer = await verify(sent, hash);
      setVerified(answer);
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
  const isDone = verified?.status === 'completed' && verified.txHash === hash.toLowerCase();
  useEffect(() => {
    if (isRefused || isDone) return;
    const first = setTimeout(ask);
    const timer = setInterval(ask, askEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [hash, isRefused, isDone]);

  return { hash, verified, most, refusal: isRefused ? refusal.sentence : undefined };
}
