import { useRef, useState } from 'react';
import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { TextArea } from '../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useWords } from '../../../../web/words.tsx';
import { Copyable } from '../../payer/Copyable.tsx';
import { invoiceOf } from '../../rails/card/paypal/paypal.rules.ts';
import { endWaitingCard } from '../../rails/card/card-review.contract.ts';
import type { PaymentAttempt } from './payment-detail.contract.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';

interface ResolveCardPaymentProps {
  payment: PaymentAttempt;
  /** Of the application. */
  reference: string;
}

/** A card payment that waits for a person: what to look for at PayPal, and the form that ends it. */
export function ResolveCardPayment({ payment, reference }: ResolveCardPaymentProps) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  // The button that had the focus goes.
  function turn(isNowOpen: boolean) {
    setOpen(isNowOpen);
    place.current?.focus();
  }
  return (
    <section
      ref={place}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      aria-label={t('A card payment that waits for you')}
    >
      <Notice tone="danger">
        <strong>{t('PayPal alone cannot tell us how this payment ended.')}</strong>
        <p>
          {t(
            'Look for its invoice in the activity of our PayPal account. If a payment of exactly {amount} is completed there, it has a number (“transaction ID”): enter it, and it is booked. If there is none, or it was sent back, end the attempt.',
            { amount: dollars(cents(payment.amount)) },
          )}
        </p>
      </Notice>
      <Copyable label={t('Invoice at PayPal')} value={invoiceOf(reference, payment.instalment)} />
      {isOpen ? (
        <ResolveCardPaymentForm payment={payment} onDone={() => turn(false)} />
      ) : (
        <div className="actions">
          <Button onClick={() => turn(true)}>{t('I have looked at PayPal...')}</Button>
        </div>
      )}
    </section>
  );
}

type Found = 'paid' | 'nothing';

const UNSAID = words('Say what you have found at PayPal.');
const NO_NUMBER = words('Enter PayPal’s number of the payment: letters and digits.');

function ResolveCardPaymentForm({
  payment,
  onDone,
}: {
  payment: PaymentAttempt;
  onDone: () => void;
}) {
  const t = useWords();
  const confirm = useConfirm();
  const [found, setFound] = useState<Found>();
  const amount = dollars(cents(payment.amount));
  const form = useForm(endWaitingCard, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
    read: (data) => ({
      reason: data.get('reason'),
      ...(found === 'paid' ? { captureId: data.get('captureId') } : {}),
    }),
    check: (data): Record<string, string> => {
      if (!found) return { found: UNSAID };
      return found === 'paid' && !data.get('captureId') ? { captureId: NO_NUMBER } : {};
    },
    confirm: ({ captureId }) =>
      captureId
        ? confirm({
            title: t('Book this payment?'),
            text: t(
              'PayPal is asked for {number}. If invoice, amount and currency are right, {amount} are booked and the payer gets a receipt by mail. Later refunds of it are then recorded here by hand.',
              { number: captureId.trim().toUpperCase(), amount },
            ),
            confirmLabel: t('Book {amount}', { amount }),
          })
        : confirm({
            title: t('End this payment as failed?'),
            text: t(
              'The payer reads your reason, and can pay in another way than PayPal, which refuses the same invoice a second time. This cannot be undone.',
            ),
            confirmLabel: t('End it as failed'),
            danger: true,
          }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <RadioGroup
        label={t('What have you found at PayPal?')}
        name="found"
        required
        value={found ?? ''}
        onChange={setFound}
        choices={[
          {
            value: 'paid',
            label: t('A completed payment of {amount} for this invoice', { amount }),
          },
          { value: 'nothing', label: t('No such payment, or it was sent back') },
        ]}
        error={error('found')}
      />
      {found === 'paid' ? (
        <Field
          label={t('PayPal’s number of the payment')}
          required
          hint={t('Such as 3C679366HH908993F; it stands at the payment as “transaction ID”.')}
          error={error('captureId')}
        >
          <TextInput
            name="captureId"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
          />
        </Field>
      ) : null}
      <Field
        label={t('Reason')}
        required
        hint={found === 'nothing' ? t('The payer reads it.') : t('It stays in the history.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant={found === 'nothing' ? 'danger' : 'primary'}
          pending={form.isPending}
          pendingLabel={t('Asking PayPal...')}
        >
          {found === 'nothing' ? t('End it as failed') : t('Book the payment')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
