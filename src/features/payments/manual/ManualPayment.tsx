import type { ReactNode } from 'react';
import type { Plan, PublicPlans } from '../../../shared/plan.ts';
import { dollars } from '../../../shared/money.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/ui/TextInput.tsx';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { useState } from 'react';
import { submitPayment } from '../checkout.contract.ts';
import type { Checkout, Submitted } from '../checkout.rules.ts';
import {
  CANCEL_SENTENCE,
  DUE_SENTENCE,
  planValues,
  totalSentence,
} from '../pricing/pricing.rules.ts';

interface ManualPaymentProps {
  rail: 'zelle' | 'bank';
  plan: Plan;
  /** Where the money goes; absent when the rail is off. */
  config: Record<string, unknown> | undefined;
  checkout: Checkout;
  plans: PublicPlans;
  onSubmitted: (submitted: Submitted) => void;
}

/** Send the money outside, with our reference as memo; then tell us the number it got. */
export function ManualPayment(props: ManualPaymentProps) {
  const t = useWords();
  const { rail, plan, config, checkout, plans } = props;
  if (!config) {
    return (
      <Notice role="status">
        <p>
          {rail === 'zelle'
            ? t('Zelle payments are not available at the moment. Please choose another way to pay.')
            : t(
                'Bank transfers are not available at the moment. Please choose another way to pay.',
              )}
        </p>
      </Notice>
    );
  }
  const values = planValues(plans);
  const amount = dollars(BigInt(plans[plan].amountCents));
  return (
    <div className="grid gap-6">
      <ol className="grid list-decimal gap-5 ps-6 marker:font-bold">
        <li>
          <div className="grid gap-3">
            <strong>
              {rail === 'zelle'
                ? t('Send {amount} with Zelle to:', { amount })
                : t('Send {amount} by bank transfer to:', { amount })}
            </strong>
            <Destination rail={rail} config={config} />
          </div>
        </li>
        <li>
          <div className="grid gap-3">
            <strong>{t('Write this reference as the memo, so that we find your payment:')}</strong>
            <Copyable label={t('Memo')} value={checkout.reference} />
          </div>
        </li>
        <li>
          <strong>{t('Come back and tell us the number that your bank gave the payment.')}</strong>
        </li>
      </ol>
      {plan === 'installment' ? (
        <div className="grid gap-1">
          <p>{t(totalSentence(plans), values)}</p>
          <p>{t(DUE_SENTENCE, values)}</p>
          <p>{t(CANCEL_SENTENCE, values)}</p>
        </div>
      ) : null}
      <ClaimForm {...props} />
    </div>
  );
}

function Destination({
  rail,
  config,
}: {
  rail: 'zelle' | 'bank';
  config: Record<string, unknown>;
}) {
  const t = useWords();
  const labels: Record<string, string> = {
    email: t('Email'),
    phone: t('Phone'),
    bankName: t('Bank'),
    accountName: t('Account name'),
    accountNumber: t('Account number'),
    routingNumber: t('Routing number'),
  };
  const keys =
    rail === 'zelle'
      ? (['email', 'phone'] as const)
      : (['bankName', 'accountName', 'accountNumber', 'routingNumber'] as const);
  return (
    <div className="grid gap-2">
      {keys.map((key) =>
        config[key] ? (
          <Copyable key={key} label={labels[key] ?? key} value={String(config[key])} />
        ) : null,
      )}
    </div>
  );
}

/** A value that must be typed elsewhere without a mistake. */
function Copyable({ label, value }: { label: string; value: string }): ReactNode {
  const t = useWords();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b-[1.5px] border-rule pb-1">
      <span>
        <span className="hint block">{label}</span>
        <span className="font-bold tabular-nums [overflow-wrap:anywhere]">{value}</span>
      </span>
      <CopyButton text={value}>{t('Copy')}</CopyButton>
    </div>
  );
}

function ClaimForm({ rail, plan, checkout, onSubmitted }: ManualPaymentProps) {
  const t = useWords();
  const [number, setNumber] = useState('');
  const name = rail === 'zelle' ? 'confirmationNumber' : 'referenceNumber';
  const claim = useForm(submitPayment, {
    fallback: t('Failed to submit payment. Please try again.'),
    read: (form) => ({
      paymentMethod: rail,
      paymentData: { [name]: String(form.get(name) ?? ''), plan },
      // Hidden details cannot be sent: then this browser's own application is named.
      ...(checkout.isMasked
        ? { applicationId: checkout.id }
        : { applicationData: checkout.applicationData }),
    }),
    onSuccess: ({ message, reference }) => onSubmitted({ message, reference }),
  });
  return (
    <form {...claim.form} className="grid gap-5">
      <FormErrors state={claim} />
      <Field
        label={rail === 'zelle' ? t('Zelle confirmation number') : t('Bank reference number')}
        required
        hint={t(
          'It stands in the message of your bank. If there is none, enter the memo {reference}.',
          {
            reference: checkout.reference,
          },
        )}
        error={claim.errors[name] ? t(claim.errors[name]) : undefined}
      >
        <TextInput
          name={name}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={100}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          disabled={number.trim() === ''}
          pending={claim.isPending}
          pendingLabel={t('Submitting...')}
        >
          {t('Submit payment')}
        </Button>
      </div>
    </form>
  );
}

/** What comes next, once the number is with us. */
export function PaymentSubmitted({
  submitted,
  onClose,
}: {
  submitted: Submitted;
  onClose: () => void;
}) {
  const t = useWords();
  return (
    <>
      <Notice role="status" tone="leaf">
        <strong>
          {t('Payment submitted successfully! {message}', { message: t(submitted.message) })}
        </strong>
        <p>{t('Your reference is {reference}.', { reference: submitted.reference })}</p>
      </Notice>
      <ol className="grid list-decimal gap-2 ps-6">
        <li>
          {t('A person compares your number with our account, usually within two business days.')}
        </li>
        <li>
          {t('You get a mail when the payment is confirmed, or when something does not fit.')}
        </li>
        <li>{t('Then the kit is sent.')}</li>
      </ol>
      <div className="actions">
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </>
  );
}
