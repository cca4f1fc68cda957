import { words } from '../../../../../shared/words.ts';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { call } from '../../../../../web/api.ts';
import { IfCan } from '../../../../../web/permissions.tsx';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { type ChainReviewRow, confirmOnChainTransfer } from './chain-review.contract.ts';

interface ConfirmTransferProps {
  transfer: ChainReviewRow;
  onDone?: () => void;
}

/** Records a transfer for the payment that it was matched to; nothing where it needs another decision. */
export function ConfirmTransfer({
  transfer: { id, amount, token, reason },
  onDone,
}: ConfirmTransferProps) {
  const t = useWords();
  const confirm = useAction(() => call(confirmOnChainTransfer, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Recorded'),
    failed: t('Update Failed'),
    fallback: words('This could not be recorded. Please try again.'),
    refresh: 'all',
    onDone: () => onDone?.(),
  });
  if (reason !== 'single_node') return null;
  return (
    <IfCan permission="payments:confirm">
      <Button
        variant="primary"
        pending={confirm.isPending}
        pendingLabel={t('Recording...')}
        onClick={() => void confirm.run()}
      >
        {t('Confirm payment')}
        <span className="sr-only">: {`${amount} ${token}`}</span>
      </Button>
    </IfCan>
  );
}
