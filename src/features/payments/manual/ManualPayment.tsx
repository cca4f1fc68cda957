import type { ReactNode } from 'react';
import { cents } from '../../../shared/money.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from '../checkout.contract.ts';
import { isPayable, nextDue } from '../checkout.rules.ts';
import {
  CANCEL_SENTENCE,
  DUE_SENTENCE,
  KIT_SENTENCE,
  NO_REFUND_SENTENCE,
  planValues,
  readable,
  totalSentence,
} from '../pricing/pricing.rules.ts';
import { ClaimForm } from './ClaimForm.tsx';
import type { Submitted } from './PaymentSubmitted.tsx';

interface ManualPaymentProps {
  rail: 'zelle' | 'bank';
  /** Where the money goes. */
  config: Record<string, unknown>;
  application: MyApplication;
  plans: PublicPlans;
  onSubmitted: (submitted: Submitted) => void;
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
        <p className="bold">
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
      <ol className="grid list-decimal gap-5 ps-6">
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
    <div className="flex flex-wrap items-center justify-between gap-2 edged-b border-rule pb-1">
      <span>
        <span className="hint block">{label}</span>
        <span className="bold figures [overflow-wrap:anywhere]">{value}</span>
      </span>
      <CopyButton text={copied}>
        {t('Copy')} <span className="sr-only">{label}</span>
      </CopyButton>
    </div>
  );
}
