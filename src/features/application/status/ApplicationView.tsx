import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CORRECTABLE } from '../application.rules.ts';
import type { MyApplication } from '../../payments/payer/my-applications.contract.ts';
import { isPayable, nextDue } from '../../payments/payer/my-applications.rules.ts';
import { readable } from '../../payments/pricing/pricing.rules.ts';
import type { MyApplications } from '../../payments/payer/useMyApplications.ts';
import type { PayPlace } from '../../../shared/page.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { useCloseOnBack } from '../../../web/pages/landing/useCloseOnBack.ts';
import { Correction } from './Correction.tsx';
import { Details } from './Details.tsx';
import { Devices } from './Devices.tsx';
import { Dues } from './Dues.tsx';
import { History } from './History.tsx';
import { PlanEnd } from './PlanEnd.tsx';
import { Standing } from './Standing.tsx';
import { Unmask } from './Unmask.tsx';
import { useStory } from './useStory.ts';

const Payment = lazyPart(async () => {
  const { PaymentDialog } = await import('../../payments/checkout/PaymentDialog.tsx');
  return PaymentDialog;
}, 'pay');

interface ApplicationViewProps {
  application: MyApplication;
  mine: MyApplications;
  plans: PublicPlans;
  place: PayPlace;
  /** The due that somebody came to pay. */
  pay: number | undefined;
  /** That was seen to. */
  onPaid: () => void;
}

/** Everything about one application: how it stands, what is due, what was, and what can be done. */
export function ApplicationView(props: ApplicationViewProps) {
  const { application, mine, plans, place } = props;
  const t = useWords();
  const { story, hasFailed, reload } = useStory(application);
  const [paying, setPaying] = useState<Paying>();
  const [isEditing, setEditing] = useState(false);
  const payButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const mayCorrect = CORRECTABLE.includes(application.applicationStatus) && !application.masked;
  const isAsked = application.applicationStatus === 'needs_information';
  const isCorrecting = mayCorrect && (isAsked || isEditing);

  const open = (instalment?: number) =>
    setPaying((before) => ({ instalment, isOpen: true, times: (before?.times ?? 0) + 1 }));
  function pay(instalment?: number) {
    Payment.load().then(
      () => open(instalment),
      (error: unknown) => {
        console.warn(error);
        toast({
          title: t('The payment could not be opened'),
          description: t(NO_PAYMENT),
          variant: 'destructive',
        });
      },
    );
  }
  const close = () => setPaying((now) => now && { ...now, isOpen: false });
  useCloseOnBack(paying?.isOpen === true, close);

  const payWished = useEffectEvent((wished: number) => {
    props.onPaid();
    if (isPayable(application)) pay(wished);
  });
  useEffect(() => {
    if (props.pay !== undefined) payWished(props.pay);
  }, [props.pay]);

  function changed() {
    setEditing(false);
    void mine.reload();
    heading.current?.focus();
  }

  return (
    <>
      <Standing application={application} story={story} headingRef={heading} />
      {hasFailed ? (
        <Notice role="alert" tone="danger">
          <p>{t('The history could not be loaded. Please check your connection.')}</p>
          <Button onClick={reload}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {isAsked && story ? (
        <Notice>
          <h2>{t('What we ask for')}</h2>
          <p className="as-written">{story.asked}</p>
        </Notice>
      ) : null}
      <PayNext application={application} buttonRef={payButton} onPay={() => pay()} />
      {application.masked ? <Unmask application={application} /> : null}
      {isCorrecting ? (
        <Correction
          application={application}
          onDone={changed}
          {...(isAsked ? {} : { onCancel: () => setEditing(false) })}
        />
      ) : null}
      {story ? (
        <>
          <Dues application={application} story={story} />
          <PlanEnd application={application} story={story} onEnded={changed} />
          <History story={story} count={application.instalments.length} />
        </>
      ) : hasFailed ? null : (
        <Loading>{t('Loading the history...')}</Loading>
      )}
      {isCorrecting ? null : (
        <Details
          application={application}
          {...(mayCorrect ? { onEdit: () => setEditing(true) } : {})}
        />
      )}
      <Devices application={application} mine={mine} />
      {paying ? (
        <Payment.Component
          key={paying.times}
          open={paying.isOpen}
          applicationId={application.id}
          instalment={paying.instalment}
          mine={mine}
          plans={plans}
          place={place}
          onEdit={() => {
            close();
            setEditing(true);
          }}
          onClose={close}
          onClaimed={reload}
          returnFocus={() => payButton.current ?? heading.current}
        />
      ) : null}
    </>
  );
}

interface Paying {
  instalment: number | undefined;
  isOpen: boolean;
  /** A new number is a dialog that was opened anew. */
  times: number;
}

const NO_PAYMENT = words('Your application is stored. Please check your connection and try again.');

interface PayNextProps {
  application: MyApplication;
  buttonRef: Ref<HTMLButtonElement>;
  onPay: () => void;
}

function PayNext({ application, buttonRef, onPay }: PayNextProps) {
  const t = useWords();
  const due = isPayable(application) ? nextDue(application) : undefined;
  if (!due) return null;
  // What is not due yet can be paid, and is not what this visit is about.
  const isWanted =
    due.status !== 'scheduled' && application.applicationStatus !== 'needs_information';
  const values = {
    amount: readable(due.rest),
    number: due.number,
    count: application.instalments.length,
  };
  return (
    <div className="actions">
      <Button ref={buttonRef} variant={isWanted ? 'primary' : 'secondary'} onClick={onPay}>
        {application.instalments.length > 1
          ? t('Pay {amount}: payment {number} of {count}', values)
          : t('Pay {amount}', values)}
      </Button>
    </div>
  );
}
