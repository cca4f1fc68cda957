import type { PayPlace } from '../../../../shared/page.ts';
import { words } from '../../../../shared/words.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import type { MyApplication } from '../../payer/my-applications.contract.ts';
import { isEditable, type PayableInstalment } from '../../payer/my-applications.rules.ts';
import { DueNow } from '../../payer/DueNow.tsx';
import type { SubmittedPayment } from '../../payer/PaymentTerms.tsx';
import { OutdatedPage, useBlocked } from '../../payer/OutdatedPage.tsx';
import type { MyApplications } from '../../payer/useMyApplications.ts';
import type { CardEnvironment } from './card.contract.ts';
import { PAYPAL_SCRIPTS, UNAVAILABLE } from './buttons.rules.ts';
import { useCardPayment } from './useCardPayment.ts';
import { usePaypalButtons } from './usePaypalButtons.ts';
import './CardPayment.css';

export interface CardPaymentProps {
  application: MyApplication;
  due: PayableInstalment;
  mine: MyApplications;
  place: PayPlace;
  /** Fetched again when absent. */
  environment: CardEnvironment | undefined;
  onSubmitted: (submitted: SubmittedPayment) => void;
}

/** Pay with PayPal's own buttons, in its own window: no number of a card ever reaches us. */
export function CardPayment(props: CardPaymentProps) {
  const { application, due, place, environment } = props;
  const t = useWords();
  const payment = useCardPayment(props);
  const { container, status, retry } = usePaypalButtons({
    environment,
    plan: application.paymentPlan,
    sdkUrl: place.paypalSdkUrl,
    callbacks: payment.callbacks,
  });
  const count = application.instalments.length;
  const isBegun = due.number < count && !application.chargesItself;
  const isTaking = payment.status === 'taking';
  const isBlocked = useBlocked([
    place.paypalSdkUrl ?? PAYPAL_SCRIPTS[environment?.environment ?? 'live'],
  ]);
  return (
    <div className="way">
      <DueNow {...{ application, due }} byPaypal />
      <section className="way" aria-label={t('Pay by card or with PayPal')}>
        {isBegun ? (
          <p className="hint">
            {t(SAVES_ACCOUNT, { later: count - due.number })}{' '}
            {isEditable(application) ? t('To pay by card, choose One-Time.') : null}
          </p>
        ) : null}
        {payment.problem ? (
          <Notice
            role={payment.problem.isError ? 'alert' : 'status'}
            tone={payment.problem.isError ? 'danger' : 'ochre'}
          >
            <strong>{t(payment.problem.title)}</strong>
            <p>{t(payment.problem.text)}</p>
            {payment.problem.more ? <p>{t(payment.problem.more)}</p> : null}
          </Notice>
        ) : null}
        {isTaking ? <Loading>{t('Completing your payment. Please wait...')}</Loading> : null}
        {status === 'unavailable' && isBlocked ? <OutdatedPage /> : null}
        {status === 'unavailable' && !isBlocked ? (
          <Notice role="alert" tone="danger">
            <p>{t(UNAVAILABLE)}</p>
            <Button onClick={retry}>{t('Try again')}</Button>
          </Notice>
        ) : null}
        <div className="paypal" hidden={status === 'unavailable'}>
          {status === 'coming' ? <Loading>{t('Loading PayPal...')}</Loading> : null}
          {/* PayPal's own: React draws nothing into it. */}
          <div
            ref={container}
            className={status === 'coming' ? 'paypal-coming' : undefined}
            inert={isTaking}
          />
        </div>
        <p className="hint">
          {t('You pay in PayPal’s own window. We never see your card number or your password.')}{' '}
          {isBegun
            ? t('If PayPal cannot save your account, we’ll email you before each payment instead.')
            : null}
        </p>
      </section>
    </div>
  );
}

/** Whether PayPal could store the account is only known afterwards. */
const SAVES_ACCOUNT = words(
  'You need a PayPal account. PayPal saves it for the {later, plural, one {later payment} other {# later payments}}.',
);
