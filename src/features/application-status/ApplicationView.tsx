import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CORRECTABLE } from '../application/application.rules.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import {
  isPayable,
  isRestAtOnce,
  nextDue,
  restAwaited,
} from '../payments/payer/my-applications.rules.ts';
import { SparedCharge } from '../payments/payer/ChargeSentence.tsx';
import { readable } from '../payments/pricing/pricing.rules.ts';
import type { MyApplications } from '../payments/payer/useMyApplications.ts';
import { usePolledApplications } from '../payments/payer/usePolledApplications.ts';
import type { PayPlace } from '../../shared/page.ts';
import type { PublicPlans } from '../../shared/plan.ts';
import { words } from '../../shared/words.ts';
import { lazyPart } from '../../web/loading/lazyPart.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { useCloseOnBack } from '../../web/pages/landing/useCloseOnBack.ts';
import { Correction } from './Correction.tsx';
import { Details, HiddenDetails } from './Details.tsx';
import { Devices } from './Devices.tsx';
import { Instalments } from './Instalments.tsx';
import { History } from './History.tsx';
import { PayOff } from './PayOff.tsx';
import { PlanEnd } from './PlanEnd.tsx';
import { StatusSummary } from './StatusSummary.tsx';
import { readTimeline, type Timeline } from './status.contract.ts';
import { call } from '../../web/api.ts';

const Payment = lazyPart(async () => {
  const { PaymentDialog } = await import('../payments/checkout/PaymentDialog.tsx');
  return PaymentDialog;
}, 'pay');

interface ApplicationViewProps {
  application: MyApplication;
  mine: MyApplications;
  plans: PublicPlans;
  place: PayPlace;
  /** The instalment that the visitor came to pay. */
  pay: number | undefined;
  /** The payment dialog has been opened for it. */
  onPaid: () => void;
}

/** One application: its status, what is due, its history, and what the applicant can do. */
export function ApplicationView(props: ApplicationViewProps) {
  const { application, mine, plans, place } = props;
  const t = useWords();
  const { timeline, hasFailed, reload } = useTimeline(application);
  const [isEditing, setEditing] = useState(false);
  const payButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const canCorrect = CORRECTABLE.includes(application.applicationStatus) && !application.masked;
  const isInformationRequested = application.applicationStatus === 'needs_information';
  const isCorrecting = canCorrect && (isInformationRequested || isEditing);

  const { paying, pay, close } = usePaymentDialog(props);
  // The rest comes, or the time for it ends, while the page is open.
  usePolledApplications(mine, application.shortfall !== undefined);

  function changed() {
    setEditing(false);
    void mine.reload();
    heading.current?.focus();
  }

  return (
    <>
      <StatusSummary application={application} timeline={timeline} headingRef={heading} />
      {hasFailed ? (
        <Notice role="alert" tone="danger">
          <p>{t('The history could not be loaded. Please check your connection and try again.')}</p>
          <Button onClick={reload}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {isInformationRequested && timeline ? (
        <Notice>
          <h2>{t('What we ask for')}</h2>
          <p className="whitespace-pre-line">{timeline.asked}</p>
        </Notice>
      ) : null}
      <PayButton application={application} buttonRef={payButton} onPay={() => pay()} />
      {application.masked ? <HiddenDetails application={application} /> : null}
      <div className="application">
        <div>
          {isCorrecting ? (
            <Correction
              application={application}
              onDone={changed}
              {...(isInformationRequested ? {} : { onCancel: () => setEditing(false) })}
            />
          ) : null}
          {timeline ? (
            <>
              <Instalments application={application} timeline={timeline} />
              <PayOff
                application={application}
                timeline={timeline}
                onChanged={(instalment) => {
                  if (instalment === undefined) return changed();
                  // The payment opens with the new amount.
                  void mine.reload().then(() => pay(instalment));
                }}
              />
              <PlanEnd application={application} timeline={timeline} onEnded={changed} />
              <History timeline={timeline} count={application.instalments.length} />
            </>
          ) : hasFailed ? null : (
            <Loading>{t('Loading the history...')}</Loading>
          )}
        </div>
        <div>
          {isCorrecting ? null : (
            <Details
              application={application}
              {...(canCorrect ? { onEdit: () => setEditing(true) } : {})}
            />
          )}
          <Devices application={application} mine={mine} />
        </div>
      </div>
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

/** The payment dialog, whose code is loaded when it is opened; opened at once for a visitor who came to pay. */
function usePaymentDialog({
  application,
  pay: instalmentToPay,
  onPaid,
}: Pick<ApplicationViewProps, 'application' | 'pay' | 'onPaid'>) {
  const t = useWords();
  const [paying, setPaying] = useState<Paying>();

  const open = (instalment?: number) =>
    setPaying((before) => ({ instalment, isOpen: true, times: (before?.times ?? 0) + 1 }));
  function pay(instalment?: number) {
    Payment.load().then(
      () => open(instalment),
      (error: unknown) => {
        console.warn(error);
        toast({
          title: t('The payment page could not be opened'),
          description: t(NO_PAYMENT),
          variant: 'destructive',
        });
      },
    );
  }
  const close = () => setPaying((now) => now && { ...now, isOpen: false });
  useCloseOnBack(paying?.isOpen === true, close);

  const openPayment = useEffectEvent((wished: number) => {
    onPaid();
    if (isPayable(application) || restAwaited(application)) pay(wished);
  });
  useEffect(() => {
    if (instalmentToPay !== undefined) openPayment(instalmentToPay);
  }, [instalmentToPay]);

  return { paying, pay, close };
}

interface Paying {
  instalment: number | undefined;
  isOpen: boolean;
  /** A new number opens a new dialog. */
  times: number;
}

const NO_PAYMENT = words('Your application is saved. Please check your connection and try again.');

interface PayButtonProps {
  application: MyApplication;
  buttonRef: Ref<HTMLButtonElement>;
  onPay: () => void;
}

function PayButton({ application, buttonRef, onPay }: PayButtonProps) {
  const t = useWords();
  const rest = restAwaited(application);
  if (rest) {
    const amount = `${rest.shortfall.rest} ${rest.shortfall.token}`;
    return (
      <div className="actions">
        <Button ref={buttonRef} variant="primary" onClick={onPay}>
          {t('Send the rest: {amount}', { amount })}
        </Button>
      </div>
    );
  }
  const due = isPayable(application) ? nextDue(application) : undefined;
  if (!due) return null;
  const isCharged = due.chargeOn !== undefined;
  // What is not due yet, or is charged without them, can be paid, too, but is not the main action.
  const isWanted =
    (due.status !== 'scheduled' || isRestAtOnce(application, due)) &&
    !isCharged &&
    application.applicationStatus !== 'needs_information';
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
      {isCharged ? <SparedCharge application={application} due={due} /> : null}
    </div>
  );
}

/** The timeline of an application, read again whenever the application has changed; the last one is shown meanwhile. */
function useTimeline(application: MyApplication) {
  const [timeline, setTimeline] = useState<Timeline>();
  const [hasFailed, setFailed] = useState(false);
  const [times, setTimes] = useState(0);
  const { id, applicationStatus, paymentStatus, instalments, payments } = application;
  const version = JSON.stringify([applicationStatus, paymentStatus, instalments, payments]);

  useEffect(() => {
    const abort = new AbortController();
    call(readTimeline, { params: { id }, signal: abort.signal }).then(
      (answer) => {
        setTimeline(answer);
        setFailed(false);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        console.warn(error);
        setFailed(true);
      },
    );
    return () => abort.abort();
  }, [id, version, times]);

  return { timeline, hasFailed, reload: () => setTimes(times + 1) };
}
