import { cents, decimal, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import { takeBackPayment, undoTakeBack } from '../../core/correction.contract.ts';
import type { PaymentAttempt } from '../detail/payment-detail.contract.ts';
import { PaymentForm, ReasonField } from '../PaymentForm.tsx';

type Booking = NonNullable<PaymentAttempt['takeBack']>;

/** Records again what was taken back last. */
function useUndo(id: string) {
  const t = useWords();
  return useAction(() => call(undoTakeBack, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
}

/** Takes the last booking back: it was a mistake, and no money moves. */
export function TakeBackForm({
  payment,
  booking,
  onDone,
}: {
  payment: Pick<PaymentAttempt, 'id' | 'received' | 'refunded'>;
  booking: Booking;
  onDone: () => void;
}) {
  const t = useWords();
  const undo = useUndo(payment.id);
  const form = useForm(takeBackPayment, {
    ...usePaymentAction(onDone, () => () => void undo.run()),
    params: { id: payment.id },
  });
  const amount = dollars(cents(booking.amount));
  // What counts for other instalments is held, too.
  const held = decimal(cents(payment.received ?? '0') - cents(payment.refunded ?? '0'));
  return (
    <PaymentForm form={form} submit={t('Take it back')} onBack={onDone}>
      <Notice>
        <p>
          {booking.kind === 'received'
            ? t(
                '{amount} will no longer be recorded as received. The payment waits to be checked again, its receipt becomes void, and the instalment is due again. No money moves.',
                { amount },
              )
            : t(
                '{amount} will no longer be recorded as refunded, and the payment counts again. No money moves.',
                { amount },
              )}
        </p>
      </Notice>
      <input type="hidden" name="held" value={held} />
      <ReasonField form={form} hint={t('Only administrators see this.')} isFirst />
    </PaymentForm>
  );
}

/** The correction can be undone as long as nothing else has happened to the payment. */
export function UndoCorrection({ payment }: { payment: Pick<PaymentAttempt, 'id' | 'takenBack'> }) {
  const t = useWords();
  const undo = useUndo(payment.id);
  if (!payment.takenBack) return null;
  return (
    <Button pending={undo.isPending} onClick={() => void undo.run()}>
      {t(UNDO_LABELS[payment.takenBack.kind], {
        amount: dollars(cents(payment.takenBack.amount)),
      })}
    </Button>
  );
}

const UNDO_LABELS: Readonly<Record<Booking['kind'], string>> = {
  received: words('Record {amount} as received again'),
  refunded: words('Record {amount} as refunded again'),
};
