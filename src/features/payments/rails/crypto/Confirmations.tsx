import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import { Copyable } from '../../payer/Copyable.tsx';
import type { MyApplications } from '../../payer/useMyApplications.ts';
import type { SentTransaction } from './useTransaction.ts';
import { useVerification } from './useVerification.ts';
import { shortAddress } from './wallet.rules.ts';

interface ConfirmationsProps {
  sent: SentTransaction;
  mine: MyApplications;
  /** Nothing was paid after all, for the reason given. */
  onLost: (sentence: string) => void;
}

/** How far a transaction has come, from the wallet to the block that nobody can take back. */
export function Confirmations({ sent, mine, onLost }: ConfirmationsProps) {
  const t = useWords();
  const { hash, standing, most, refusal } = useVerification(sent, {
    onFinal: () => void mine.reload(),
    onLost,
  });
  const needed = standing?.needed;
  const done = standing?.status === 'completed';
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t('Confirmations')}>
      {refusal ? (
        <Notice role="alert" tone="danger">
          <strong>{t('Payment verification failed')}</strong>
          <p>{refusal}</p>
          <p>
            {t(
              'If your wallet shows the payment as sent, it is not lost: we look at what arrives at our address ourselves.',
            )}
          </p>
        </Notice>
      ) : (
        <>
          <progress
            className="confirmations"
            aria-label={t('Confirmation by the network')}
            {...(done ? { value: 1, max: 1 } : {})}
            {...(!done && needed !== undefined && most > 0
              ? { value: most - needed, max: most }
              : {})}
          />
          <p aria-live="polite">
            {done
              ? t('The network has confirmed your payment.')
              : needed === undefined
                ? t('Sent. Waiting for the network to take it into a block...')
                : t('In a block. About {count} more until it is final.', { count: needed })}
          </p>
        </>
      )}
      <Copyable label={t('Transaction')} value={shortAddress(hash)} copied={hash} />
    </section>
  );
}
