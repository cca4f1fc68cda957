import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import type { PayPlace } from '../../../shared/page.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Drawing } from '../../../web/pictures/Drawing.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { FoldedNotice } from '../../../web/ui/KitNotice.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { dismissErrors } from '../../../web/ui/toasts.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { birthDay } from '../../application/application.rules.ts';
import { PaymentTerms } from '../payer/PaymentTerms.tsx';
import { SendLink } from '../payer/SendLink.tsx';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import {
  facing,
  isEditable,
  isPayable,
  nextDue,
  restAwaited,
} from '../payer/my-applications.rules.ts';
import type { MyApplications } from '../payer/useMyApplications.ts';
import { kitSentence } from '../pricing/pricing.rules.ts';
import { PaymentMethods } from './PaymentMethods.tsx';
import { PaymentSubmitted, type Submitted, titleOf } from './PaymentSubmitted.tsx';
import './checkout.css';

interface PaymentDialogProps {
  open: boolean;
  applicationId: string;
  /** The instalment to pay, from 1; the first unpaid one when absent. */
  instalment?: number | undefined;
  mine: MyApplications;
  plans: PublicPlans;
  place: PayPlace;
  onEdit: () => void;
  onClose: () => void;
  /** Money or a claim is with us: the application is no longer a draft. */
  onClaimed: () => void;
  returnFocus: () => Element | null | undefined;
}

/** Complete Your Payment: what is bought, by whom, and the four ways to pay for it. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { open, applicationId, mine, plans, place, onEdit, onClose, onClaimed } = props;
  const t = useWords();
  const [submitted, setSubmitted] = useState<Submitted>();
  const [lost, setLost] = useState<string>();
  const found = mine.applications.find(({ id }) => id === applicationId);
  const application = found && facing(found, props.instalment);

  // A payment that the server knows and this dialog does not: from another window or wallet.
  const running = submitted || !application ? undefined : underWay(application);
  if (running) setSubmitted(running);
  const isFromElsewhere = submitted?.isFromElsewhere === true;
  const claim = useEffectEvent(onClaimed);
  useEffect(() => {
    if (isFromElsewhere) claim();
  }, [isFromElsewhere]);

  function take(made: Submitted) {
    setSubmitted(made);
    setLost(undefined);
    dismissErrors();
    onClaimed();
    void mine.reload();
  }

  function retry(sentence?: string) {
    setSubmitted(undefined);
    setLost(sentence);
  }

  function content() {
    if (!application) return <Missing mine={mine} />;
    const due = !submitted && isPayable(application) ? nextDue(application) : undefined;
    return (
      <div className="checkout">
        <div className="checkout-kit">
          <Drawing of="booklet" alt="" />
          <div>
            <h3>{t('Campaign kit')}</h3>
            <p>{t('A booklet, a card and a letter.')}</p>
          </div>
          {/* Folded again at the end: what was paid is in sight. */}
          <ApplicationSummary
            key={submitted ? 'end' : 'ways'}
            application={application}
            onEdit={onEdit}
          />
        </div>
        <div className="checkout-terms">
          {due ? <PaymentTerms /> : null}
          <FoldedNotice
            short={t('A campaign document. Not valid for travel, identification or visas.')}
          />
        </div>
        {submitted ? (
          // A column of its own: it begins at its top, wherever the ways to pay were scrolled to.
          <div key="end" className="checkout-ways checkout-end">
            <PaymentSubmitted {...{ submitted, application, plans, mine }} onRetry={retry} />
          </div>
        ) : (
          <div className="checkout-ways">
            {lost ? (
              <Notice role="alert" tone="danger">
                <strong>{t('Payment Failed')}</strong>
                <p>{t(lost)}</p>
              </Notice>
            ) : null}
            <PaymentMethods {...{ application, mine, plans, place }} onSubmitted={take} />
          </div>
        )}
      </div>
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocus={props.returnFocus}
      title={t(
        submitted && application ? titleOf(submitted, application) : words('Complete Your Payment'),
      )}
      size="3xl"
    >
      {content()}
    </Dialog>
  );
}

/** A payment that is under way. */
function underWay(application: MyApplication): Submitted | undefined {
  // Its payer still has something to do.
  if (restAwaited(application)) return undefined;
  const { payments, instalments } = application;
  const running = payments.find(({ status }) => status === 'processing');
  const due = instalments.find(({ number }) => number === running?.instalment);
  return due && { outcome: 'processing', due, isFromElsewhere: true };
}

/** The application cannot be shown: not yet, not now, or not in a browser without cookies. */
function Missing({ mine }: { mine: MyApplications }) {
  const t = useWords();
  const [isAsked, setAsked] = useState(false);
  const reload = () => void mine.reload().then(() => setAsked(true));
  const askOnce = useEffectEvent(reload);
  useEffect(() => askOnce(), []);
  if (!isAsked) return <Loading>{t('Loading your application...')}</Loading>;
  return (
    <Notice role="alert" tone="danger">
      <p>
        {mine.hasFailed
          ? t('Your application could not be loaded. Please check your connection and try again.')
          : t(
              'Your browser did not save our cookie, so we cannot tell which application is yours. Please allow cookies here and press Continue to Payment again.',
            )}
      </p>
      <Button onClick={reload}>{t('Try again')}</Button>
    </Notice>
  );
}

interface ApplicationSummaryProps {
  application: MyApplication;
  onEdit: () => void;
}

/** The application that is paid for. */
function ApplicationSummary({ application, onEdit }: ApplicationSummaryProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { firstName, lastName, email, currentNationality, dateOfBirth } =
    application.applicationData;
  const day = birthDay(dateOfBirth);
  const name = `${firstName} ${lastName}`;
  const rows: [label: string, value: string][] = [
    [t('Name'), name],
    [t('Email'), email],
    [t('Nationality'), t(currentNationality)],
    [t('Date of birth'), day ? dayInWords(day) : dateOfBirth],
    [t('Reference'), application.reference],
  ];
  return (
    <section aria-label={t('Application')}>
      {/* On a wide screen it has no summary in sight that names it. */}
      <details className="fold" aria-label={t('Details')}>
        <summary>
          <strong className="break-words">{name}</strong>{' '}
          <span className="figures whitespace-nowrap">{application.reference}</span>{' '}
          <u>{t('Details')}</u>
        </summary>
        <p>{t(kitSentence(application))}</p>
        <dl className="summary">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt className="hint">{label}</dt>
              <dd className="bold break-words">
                {value.split(/(?=@)/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        {application.applicationStatus === 'draft' ? (
          <SendLink applicationId={application.id} isQuiet>
            {t('Send me a link to continue later')}
          </SendLink>
        ) : null}
        {application.masked && application.applicationStatus === 'draft' ? (
          <p className="hint">
            {t(
              'For your safety, we hide your details after an hour. The link we email you shows them again.',
            )}
          </p>
        ) : null}
        {isEditable(application) ? (
          <Button variant="quiet" className="summary-edit flush" onClick={onEdit}>
            {t('Edit Application Details')}
          </Button>
        ) : null}
      </details>
    </section>
  );
}
