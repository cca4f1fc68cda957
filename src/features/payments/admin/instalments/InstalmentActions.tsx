import { useState } from 'react';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { Checkbox } from '../../../../web/forms/Checkbox.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { toast } from '../../../../web/ui/toasts.ts';
import { useWords } from '../../../../web/words.tsx';
import { PAYABLE } from '../../core/payment.rules.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import type { InstalmentRow } from '../detail/payment-detail.contract.ts';
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
  const action = usePaymentAction(onDone);
  const form = useForm(waiveInstalment, {
    ...action,
    params: { id: instalment.id },
    onSuccess: (answer) => {
      action.onSuccess(answer);
      toast({
        title: t(answer.message),
        action: { label: t('Undo'), press: () => void undo.run() },
      });
    },
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Reason error={reason} />
      <Submit label={t('Waive this payment')} form={form} onBack={onDone} />
    </form>
  );
}

function MoveForm({ instalment, onDone }: FormProps) {
  const t = useWords();
  const action = usePaymentAction(onDone);
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
    ...action,
    params: { id },
    onSuccess: (answer, { withLater = false }) => {
      action.onSuccess(answer);
      const press = () => void moveBack.run(withLater);
      toast({ title: t(answer.message), action: { label: t('Undo'), press } });
    },
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Field label={t('New date')} required error={error('dueOn')}>
        <TextInput name="dueOn" type="date" defaultValue={dueOn} data-autofocus />
      </Field>
      <Checkbox name="withLater" label={t('Move all later payments by as many days')} />
      <Reason error={form.errors.reason} />
      <Submit label={t('Move this payment')} form={form} onBack={onDone} />
    </form>
  );
}

function Reason({ error }: { error: string | undefined }) {
  const t = useWords();
  return (
    <Field
      label={t('Reason')}
      required
      hint={t('Only administrators see this.')}
      error={error && t(error)}
    >
      <TextArea name="reason" rows={3} maxLength={1000} />
    </Field>
  );
}

function Submit({
  label,
  form,
  onBack,
}: {
  label: string;
  form: { isPending: boolean };
  onBack: () => void;
}) {
  const t = useWords();
  return (
    <div className="actions">
      <Button
        type="submit"
        variant="primary"
        pending={form.isPending}
        pendingLabel={t('Recording...')}
      >
        {label}
      </Button>
      <Button onClick={onBack}>{t('Back')}</Button>
    </div>
  );
}
