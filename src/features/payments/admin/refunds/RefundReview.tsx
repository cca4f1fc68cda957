import { cents, dollars } from '../../../../shared/money.ts';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { IfCan } from '../../../../web/permissions.tsx';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { toast } from '../../../../web/ui/toasts.ts';
import { useWords } from '../../../../web/words.tsx';
import { useReopen } from '../../core/useReopen.ts';
import type { RefundToReview } from './paypal-refund.rules.ts';
import { dismissRefund } from './refund.contract.ts';

interface RefundReviewProps {
  id: string;
  amount: string;
  refund: { state: RefundToReview; of: string };
}

/** What can be done about a refund through PayPal: nothing while PayPal has it. */
export function RefundReview({ id, amount, refund: { state, of } }: RefundReviewProps) {
  const t = useWords();
  return (
    <>
      <p>
        {t('A refund of {amount} from a payment of {received}.', {
          amount: dollars(cents(amount)),
          received: dollars(cents(of)),
        })}{' '}
        {state === 'failed'
          ? t('Refund it from the payment if it is still owed, or dismiss this.')
          : t(
              'There is nothing to do yet. We ask PayPal every ten minutes and record the refund when it is done.',
            )}
      </p>
      {state === 'failed' ? (
        <IfCan permission="payments:confirm">
          <Dismiss id={id} />
        </IfCan>
      ) : null}
    </>
  );
}

function Dismiss({ id }: { id: string }) {
  const t = useWords();
  const reopen = useReopen('refund', id);
  const dismiss = useAction(() => call(dismissRefund, { params: { id } }), {
    through: useRecentPassword(),
    failed: t('Update Failed'),
    refresh: 'all',
    onDone: ({ message }) =>
      toast({
        title: t(message),
        action: { label: t('Undo'), press: () => void reopen.run() },
      }),
  });
  return (
    <p>
      <Button pending={dismiss.isPending} onClick={() => void dismiss.run()}>
        {t('Dismiss')}
      </Button>
    </p>
  );
}
