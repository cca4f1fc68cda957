import { cents, dollars } from '../../../../../shared/money.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { shortAddress } from '../crypto.rules.ts';
import { REVIEW_REASONS } from '../settlement/matching.rules.ts';
import { ConfirmTransfer } from './ConfirmTransfer.tsx';
import type { ChainReviewRow } from './chain-review.contract.ts';
import { isLikely, REVIEW_LABELS } from './chain-review.rules.ts';

/** A transfer in the list; its amount opens the decision. */
export function TransferRow({
  transfer,
  onOpen,
}: {
  transfer: ChainReviewRow;
  onOpen: () => void;
}) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { amount, token, worth, txHash, from, at, reason, quotes } = transfer;
  const [likeliest] = quotes;
  const transaction = shortAddress(txHash);
  return (
    <div className="grid gap-x-6 gap-y-1 py-2.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <button
            type="button"
            onClick={onOpen}
            className="min-h-11 text-start bold text-heading underline decoration-[1.5px] underline-offset-[0.2em] figures"
          >
            {amount} {token}
            <span className="sr-only"> · {t('transaction {transaction}', { transaction })}</span>
          </button>
          <span className="figures">
            <TransferValue value={worth} />
          </span>
        </p>
        <p>
          <strong>{t(REVIEW_LABELS[reason])}.</strong> {t(REVIEW_REASONS[reason])}
        </p>
        {likeliest && isLikely(transfer, likeliest) ? (
          <p>
            {t('Perhaps from {name}, {reference}.', {
              name: likeliest.name,
              reference: likeliest.reference,
            })}
          </p>
        ) : null}
        <p className="hint figures">
          <time dateTime={at}>{dateTimeOf(at)}</time> ·{' '}
          {t('from {address}', { address: shortAddress(from) })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 self-center">
        <ConfirmTransfer transfer={transfer} />
        <span className="figures text-muted">{transaction}</span>
        <CopyButton text={txHash}>
          {t('Copy')}{' '}
          <span className="sr-only">{t('transaction {transaction}', { transaction })}</span>
        </CopyButton>
      </div>
    </div>
  );
}

/** The dollar value of a transfer, if known. */
export function TransferValue({ value }: { value: string | null }) {
  const t = useWords();
  if (value === null) return t('value unknown');
  if (cents(value) === 0n) return t('worth less than a cent');
  return t('about {amount}', { amount: dollars(cents(value)) });
}
