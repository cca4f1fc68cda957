import { type ReactNode, useState } from 'react';
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
  planValues,
  readable,
  totalSentence,
} from '../pricing/pricing.rules.ts';
import { NUMBER_FIELD, RAIL_OFF } from './claim.rules.ts';

interface ManualPaymentProps {
  rail: 'zelle' | 'bank';
  /** Where the money goes; absent when the rail is off. */
  config: Record<string, unknown> | undefined;
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
  if (!config) {
    return (
      <Notice role="status">
        <p>{t(RAIL_OFF[rail])}</p>
      </Notice>
    );
  }
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
            <Copyable label={t('Memo')} value={due.memo} />
          </div>
        </li>
        <li>
          <strong>{t('Come back and tell us the number that your bank gave the payment.')}</strong>
        </li>
      </ol>
      {application.paymentPlan === 'installment' ? (
        <PlanFacts application={application} plans={plans} />
      ) : null}
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
    <div className="grid gap-1">
      <p>{t(totalSentence(own), values)}</p>
      <p>{t(DUE_SENTENCE, values)}</p>
      <p>{t(CANCEL_SENTENCE, values)}</p>
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
