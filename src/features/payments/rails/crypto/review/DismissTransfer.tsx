import { Button } from '../../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../../web/ui/confirm.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../../../web/forms/TextArea.tsx';
import { useForm } from '../../../../../web/forms/useForm.ts';
import { useWords } from '../../../../../web/words.tsx';
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
  const form = useForm(dismissOnChainTransfer, {
    ...useTransferAction(onDone),
    params: { id: transfer.id },
    confirm: () =>
      confirm({
        title: t('Lay {money} aside?', { money }),
        text: t(
          'It pays nothing, nobody is written to, and it leaves this list for good. Transaction and reason stay in the books.',
        ),
        confirmLabel: t('Lay it aside'),
        danger: true,
      }),
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 ref={takeFocus} tabIndex={-1}>
        {t('Lay it aside')}
      </h3>
      <FormErrors state={form} />
      <p>
        {t(
          'This moves no money. If it has to go back, send it from the wallet first and write down the transaction.',
        )}
      </p>
      <Field
        label={t('Reason')}
        required
        hint={t('It stays in the books; the sender does not read it.')}
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
          {t('Lay it aside')}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}
