import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import type { MyApplication } from '../../payer/my-applications.contract.ts';
import { type PayableInstalment, isPayable, nextDue } from '../../payer/my-applications.rules.ts';
import { Copyable } from '../../payer/Copyable.tsx';
import { DueNow } from '../../payer/DueNow.tsx';
import { groupedIban } from '../../pricing/bank-account.rules.ts';
import { DESTINATION_LABELS } from '../../pricing/payment-config.rules.ts';
import { readable } from '../../pricing/pricing.rules.ts';
import { type Claimed, ClaimForm } from './ClaimForm.tsx';
import { useRef, useState } from 'react';
import { words } from '../../../../shared/words.ts';
import { call, newIdempotencyKey, sentenceOf } from '../../../../web/api.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import type { TransferRail } from './transfer.rules.ts';
import { sendTransferDetails } from './transfer.contract.ts';

interface TransferPaymentProps {
  rail: 'zelle' | 'bank';
  /** Where the money goes. */
  config: Record<string, unknown>;
  application: MyApplication;
  onSubmitted: (claimed: Claimed) => void;
}

/** The payer sends money elsewhere, with our reference as memo, and then enters its number here. */
export function TransferPayment(props: TransferPaymentProps) {
  const t = useWords();
  const { rail, config, application } = props;
  const due = nextDue(application);
  if (!due || !isPayable(application)) {
    return (
      <Notice role="status" tone="leaf">
        <p>{t('Nothing is due at the moment.')}</p>
      </Notice>
    );
  }
  const amount = readable(due.rest);
  return (
    <div className="transfer">
      <DueNow {...{ application, due }} />
      <ol className="transfer-steps">
        <li>
          <strong>
            {rail === 'zelle'
              ? t('Send {amount} with Zelle:', { amount })
              : t('Send {amount} by bank transfer:', { amount })}
          </strong>
          <div className="copyables">
            <Copyable label={t('Memo (required)')} value={due.memo} isEssential />
            <Destination rail={rail} config={config} />
          </div>
          <SendDetails key={`${rail} ${due.memo}`} {...{ rail, application, due }} />
        </li>
        <li>
          <strong>
            {rail === 'zelle'
              ? t('After sending it, enter the confirmation number from your bank.')
              : t('After sending it, enter the reference number from your bank.')}
          </strong>
        </li>
      </ol>
      <ClaimForm key={due.memo} {...props} due={due} />
    </div>
  );
}

const ZELLE_KEYS = ['email', 'phone'] as const;
const BANK_KEYS = [
  'bankName',
  'accountName',
  'accountNumber',
  'routingNumber',
  'bic',
  'iban',
] as const;

function Destination({
  rail,
  config,
}: {
  rail: 'zelle' | 'bank';
  config: Record<string, unknown>;
}) {
  const t = useWords();
  const keys = rail === 'zelle' ? ZELLE_KEYS : BANK_KEYS;
  return (
    <>
      {keys.map((key) => {
        const value = String(config[key] ?? '');
        return value ? (
          <Copyable
            key={key}
            label={t(DESTINATION_LABELS[key])}
            value={key === 'iban' ? groupedIban(value) : value}
            copied={value}
          />
        ) : null;
      })}
    </>
  );
}

interface SendDetailsProps {
  rail: TransferRail;
  application: MyApplication;
  due: PayableInstalment;
}

const FAILED = words('The details could not be sent. Please copy them, or try again.');

/** For who pays later or on another device: the same details by mail, and a reminder. */
export function SendDetails({ rail, application, due }: SendDetailsProps) {
  const t = useWords();
  // A second click is the same operation.
  const key = useRef(newIdempotencyKey());
  const [state, setState] = useState<{ isPending?: true; sent?: string; failure?: string }>({});

  async function send() {
    const body = {
      applicationId: application.id,
      paymentMethod: rail,
      plan: application.paymentPlan,
      instalment: due.number,
    };
    setState({ isPending: true });
    try {
      setState({ sent: (await call(sendTransferDetails, { body, key: key.current })).message });
    } catch (error) {
      setState({ failure: sentenceOf(error, FAILED) });
    }
  }

  return (
    <div className="send-details">
      <Button
        variant="quiet"
        className="flush"
        pending={state.isPending ?? false}
        pendingLabel={t('Sending...')}
        onClick={() => void send()}
      >
        {t('Send me these details by email')}
      </Button>
      <p role="status" className={state.sent ? 'bold text-success' : 'hint'}>
        {state.sent ? t(state.sent) : t('We’ll remind you after three and seven days.')}
      </p>
      {state.failure ? (
        <p role="alert" className="text-danger">
          {t(state.failure)}
        </p>
      ) : null}
    </div>
  );
}
