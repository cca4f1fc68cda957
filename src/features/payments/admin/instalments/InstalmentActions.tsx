import { useState } from 'react';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { Checkbox } from '../../../../web/forms/Checkbox.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useWords } from '../../../../web/words.tsx';
import { PAYABLE } from '../../core/payment.rules.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import type { InstalmentRow } from '../detail/payment-detail.contract.ts';
import { FormField, PaymentForm, ReasonField } from '../PaymentForm.tsx';
import { moveInstalment, undoWaiver, waiveInstalment } from './instalment.contract.ts';

interface FormProps {
  instalment: InstalmentRow;
  onDone: () => void;
}

/** What an administrator can do with an instalment that is not paid. */
export function InstalmentActions({ instalment }: { instalment: InstalmentRow }) {
  const t = useWords();
  const [action, setAction] = useState<'waive' | 'move'>();
  const undo = useUndoWaiver(instalment.id);
  const close = () => setAction(undefined);
  const { number, status } = instalment;
  if (status === 'waived')
    return (
      <Button pending={undo.isPending} onClick={() => void undo.run()}>
        {t('Undo the waiver of payment {number}', { number })}
      </Button>
    );
  if (!PAYABLE.includes(status)) return null;
  if (action === 'waive') return <WaiveForm instalment={instalment} onDone={close} />;
  if (action === 'move') return <MoveForm instalment={instalment} onDone={close} />;
  return (
    <div className="actions">
      <Button onClick={() => setAction('move')}>{t('Move payment {number}...', { number })}</Button>
      <Button onClick={() => setAction('waive')}>
        {t('Waive payment {number}...', { number })}
      </Button>
    </div>
  );
}

function useUndoWaiver(id: string) {
  const t = useWords();
  return useAction(() => call(undoWaiver, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
}

function WaiveForm({ instalment, onDone }: FormProps) {
  const t = useWords();
  const undo = useUndoWaiver(instalment.id);
  const form = useForm(waiveInstalment, {
    ...usePaymentAction(onDone, () => () => void undo.run()),
    params: { id: instalment.id },
  });
  return (
    <PaymentForm form={form} submit={t('Waive this payment')} onBack={onDone}>
      <ReasonField form={form} hint={t('Only administrators see this.')} isFirst />
    </PaymentForm>
  );
}

function MoveForm({ instalment, onDone }: FormProps) {
  const t = useWords();
  const { id, dueOn } = instalment;
  const moveBack = useAction(
    (withLater: boolean) =>
      call(moveInstalment, {
        params: { id },
        body: { dueOn, withLater, reason: t('The change was undone.') },
      }),
    { through: useRecentPassword(), done: t('Undone'), failed: t('Update Failed'), refresh: 'all' },
  );
  const form = useForm(moveInstalment, {
    ...usePaymentAction(
      onDone,
      (_answer, { withLater = false }: { withLater?: boolean | undefined }) =>
        () =>
          void moveBack.run(withLater),
    ),
    params: { id },
  });
  return (
    <PaymentForm form={form} submit={t('Move this payment')} onBack={onDone}>
      <FormField
        form={form}
        name="dueOn"
        label={t('New date')}
        type="date"
        defaultValue={dueOn}
        data-autofocus
      />
      <Checkbox name="withLater" label={t('Move all later payments by as many days')} />
      <ReasonField form={form} hint={t('Only administrators see this.')} />
    </PaymentForm>
  );
}
