import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cents } from '../../../shared/money.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { CallError } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/ui/TextInput.tsx';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { type MyApplication, submitPayment } from '../checkout.contract.ts';
import { type Due, isPayable, nextDue } from '../checkout.rules.ts';
import {
  CANCEL_SENTENCE,
  DUE_SENTENCE,
  KIT_SENTENCE,
  NO_REFUND_SENTENCE,
  planValues,
  readable,
  totalSentence,
} from '../pricing/pricing.rules.ts';
import { NUMBER_FIELD } from './claim.rules.ts';

interface ManualPaymentProps {
  rail: 'zelle' | 'bank';
  /** Where the money goes. */
  config: Record<string, unknown>;
  application: MyApplication;
  plans: PublicPlans;
  onSubmitted: (submitted: Submitted) => void;
}

/** A claim that was taken. */
export interface Submitted {
  message: string;
  reference: string;
}

/** Send the money outside, with our reference as memo; then tell us the number it got. */
export function ManualPayment(props: ManualPaymentProps) {
  const t = useWords();
  const { rail, config, application, plans } = props;
  const due = nextDue(application);
  if (!due || !isPayable(application)) {
    return (
      <Notice role="status" tone="leaf">
        <p>{t('Nothing is to be paid at the moment.')}</p>
      </Notice>
    );
  }
  const amount = readable(due.rest);
  return (
    <div className="grid grid-cols-1 gap-6">
      {application.instalments.length > 1 ? (
        <p className="font-bold">
          {t('Payment {number} of {count}', {
            number: due.number,
            count: application.instalments.length,
          })}
        </p>
      ) : null}
      <div className="grid gap-2">
        {application.paymentPlan === 'installment' ? (
          <PlanFacts application={application} plans={plans} />
        ) : null}
        <p>{t(KIT_SENTENCE)}</p>
        <p>{t(NO_REFUND_SENTENCE)}</p>
      </div>
      <ol className="grid list-decimal gap-5 ps-6 marker:font-bold">
        <li>
          <div className="grid gap-3">
            <strong>
              {rail === 'zelle'
                ? t('Send {amount} with Zelle to:', { amount })
                : t('Send {amount} by bank transfer to:', { amount })}
            </strong>
            <Copyable label={t('Amount')} value={amount} copied={due.rest} />
            <Destination rail={rail} config={config} />
          </div>
        </li>
        <li>
          <div className="grid gap-3">
            <strong>{t('Write this reference as the memo, so that we find your payment:')}</strong>
            <Copyable label={t('Memo')} value={due.memo} />
          </div>
        </li>
        <li>
          <strong>{t('Come back and tell us the number that your bank gave the payment.')}</strong>
        </li>
      </ol>
      <ClaimForm key={due.memo} {...props} due={due} />
    </div>
  );
}

/** What a plan costs in all and what stopping means, in the figures of this application. */
function PlanFacts({ application, plans }: Pick<ManualPaymentProps, 'application' | 'plans'>) {
  const t = useWords();
  const own: PublicPlans = {
    ...plans,
    installment: {
      ...plans.installment,
      amountCents: cents(application.paymentAmount).toString(),
      payments: application.instalments.length,
    },
  };
  const values = planValues(own);
  return (
    <>
      <p>{t(totalSentence(own), values)}</p>
      <p>{t(DUE_SENTENCE, values)}</p>
      <p>{t(CANCEL_SENTENCE, values)}</p>
    </>
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

interface CopyableProps {
  label: string;
  value: string;
  /** When banks want it written otherwise than people read it. */
  copied?: string;
}

/** A value that must be typed elsewhere without a mistake. */
function Copyable({ label, value, copied = value }: CopyableProps): ReactNode {
  const t = useWords();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b-[1.5px] border-rule pb-1">
      <span>
        <span className="hint block">{label}</span>
        <span className="font-bold tabular-nums [overflow-wrap:anywhere]">{value}</span>
      </span>
      <CopyButton text={copied}>
        {t('Copy')}
        <span className="sr-only">{label}</span>
      </CopyButton>
    </div>
  );
}

function ClaimForm({ rail, application, due, onSubmitted }: ManualPaymentProps & { due: Due }) {
  const t = useWords();
  const [number, setNumber] = useState('');
  // Another application has claimed this number: it can still be sent, for a person to look at.
  const [needsReview, setNeedsReview] = useState(false);
  const name = NUMBER_FIELD[rail];
  const claim = useForm(submitPayment, {
    fallback: t('Failed to submit payment. Please try again.'),
    read: (form) => ({
      paymentMethod: rail,
      paymentData: {
        [name]: String(form.get(name) ?? ''),
        plan: application.paymentPlan,
        instalment: due.number,
        ...(needsReview ? { review: true } : {}),
      },
      applicationId: application.id,
    }),
    onSuccess: ({ message, reference }) => onSubmitted({ message, reference }),
    onFailure: (_sentence, error) =>
      setNeedsReview(error instanceof CallError && error.detail.reason === 'review'),
  });
  return (
    <form {...claim.form} className="grid gap-5">
      <FormErrors state={claim} />
      <Field
        label={rail === 'zelle' ? t('Zelle confirmation number') : t('Bank reference number')}
        required
        hint={t('It stands in the message of your bank. If there is none, enter the memo {memo}.', {
          memo: due.memo,
        })}
        error={claim.errors[name] ? t(claim.errors[name]) : undefined}
      >
        <TextInput
          name={name}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={100}
          value={number}
          onChange={(event) => {
            setNumber(event.target.value);
            setNeedsReview(false);
          }}
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
          {needsReview ? t('Send it for review') : t('Submit payment')}
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
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone with its form.
  useEffect(() => title.current?.focus(), []);
  const message = t(submitted.message);
  return (
    <>
      <Notice tone="leaf">
        <h3 ref={title} tabIndex={-1}>
          {t('Payment submitted successfully! {message}', { message })}
        </h3>
        {message.includes(submitted.reference) ? null : (
          <p>{t('Your reference is {reference}.', { reference: submitted.reference })}</p>
        )}
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
