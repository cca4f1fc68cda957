import { Button } from '../../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../../web/ui/confirm.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../../../web/forms/TextArea.tsx';
import { useForm } from '../../../../../web/forms/useForm.ts';
import { useWords } from '../../../../../web/words.tsx';
import { useReopen } from '../../../core/useReopen.ts';
import { type ChainReviewRow, dismissOnChainTransfer } from './chain-review.contract.ts';
import { useTransferAction } from './useTransferAction.ts';

interface DismissTransferProps {
  transfer: ChainReviewRow;
  onBack: () => void;
  onDone: () => void;
}

/** The button that had the focus is gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** The transfer pays nothing of ours. */
export function DismissTransfer({ transfer, onBack, onDone }: DismissTransferProps) {
  const t = useWords();
  const confirm = useConfirm();
  const money = `${transfer.amount} ${transfer.token}`;
  const undo = useReopen('chain', transfer.id);
  const form = useForm(dismissOnChainTransfer, {
    ...useTransferAction(onDone, () => () => void undo.run()),
    params: { id: transfer.id },
    confirm: () =>
      confirm({
        title: t('Dismiss {money}?', { money }),
        text: t(
          'It counts towards no payment, nobody gets an email, and it leaves this list. The transaction and your reason stay in the records.',
        ),
        confirmLabel: t('Dismiss payment'),
        danger: true,
      }),
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 ref={takeFocus} tabIndex={-1}>
        {t('Dismiss payment')}
      </h3>
      <FormErrors state={form} />
      <p>
        {t(
          'This does not move any money. To return it, send it from the wallet first and note the transaction.',
        )}
      </p>
      <Field
        label={t('Reason')}
        required
        hint={t('It stays in the records. The sender does not see it.')}
        error={reason && t(reason)}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="danger"
          pending={form.isPending}
          pendingLabel={t('Recording...')}
        >
          {t('Dismiss payment')}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}
