import type { PublicPlans } from '../../../shared/plan.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from '../checkout.contract.ts';
import { isPayable, nextDue } from '../checkout.rules.ts';
import { Copyable } from '../Copyable.tsx';
import { PaymentTerms } from '../PaymentTerms.tsx';
import { readable } from '../pricing/pricing.rules.ts';
import { type Claimed, ClaimForm } from './ClaimForm.tsx';
import { SendDetails } from './SendDetails.tsx';

interface ManualPaymentProps {
  rail: 'zelle' | 'bank';
  /** Where the money goes. */
  config: Record<string, unknown>;
  application: MyApplication;
  plans: PublicPlans;
  onSubmitted: (claimed: Claimed) => void;
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
      <PaymentTerms {...{ application, plans, due }} />
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
            <SendDetails key={`${rail} ${due.memo}`} {...{ rail, application, due }} />
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
