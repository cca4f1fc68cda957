import { Money } from '../../../../web/ui/Money.tsx';
import { useState } from 'react';
import { amountIn, cents, dollars } from '../../../../shared/money.ts';
import { IfCan } from '../../../../web/permissions.tsx';
import { useDates } from '../../../../web/useDates.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useLanguage, useWords } from '../../../../web/words.tsx';
import { FLAG_LABELS, RAIL_LABELS, STATUS_LABELS } from '../../core/admin-labels.rules.ts';
import { isLateTransfer } from '../../rails/transfer/transfer.rules.ts';
import { LateTransfer } from '../../rails/transfer/confirmation/ClaimDecision.tsx';
import { TakeBackForm, UndoCorrection } from '../corrections/CorrectionForms.tsx';
import { MovedElsewhere, MoveMoneyForm } from '../corrections/MoveMoneyForm.tsx';
import { ResolveCardPayment } from './ResolveCardPayment.tsx';
import { NEVER_SAID, refusalSentence } from '../refunds/paypal-refund.rules.ts';
import {
  DisputeEndForm,
  DisputeForm,
  PaypalRefundForm,
  RefundForm,
} from '../refunds/RefundForms.tsx';
import type { PaymentDetail, PaymentAttempt } from './payment-detail.contract.ts';

/** PayPal takes an invoice once: each payment of the instalment that has come began another. */
const roundOf = ({ instalment }: PaymentAttempt, all: readonly PaymentAttempt[]) =>
  1 +
  all.filter(
    (one) => one.method === 'paypal' && one.instalment === instalment && one.received !== null,
  ).length;

/** All attempts, newest first, each with its actions. */
export function PaymentAttempts({ money: { application, payments } }: { money: PaymentDetail }) {
  const t = useWords();
  return (
    <section className="grid gap-4" aria-labelledby="money-payments">
      <h3 id="money-payments">{t('Payments')}</h3>
      {payments.length === 0 ? <p className="text-muted">{t('No payment yet.')}</p> : null}
      <ul className="grid gap-6">
        {payments.toReversed().map((payment) => (
          <li key={payment.id} className="grid gap-3 edged-t border-line pt-3">
            <PaymentLine payment={payment} />
            <PaypalRefundStatus payment={payment} />
            <IfCan permission="payments:confirm">
              <MovedElsewhere moved={payment.moved} />
              {isLateTransfer(payment) ? (
                <LateTransfer payment={{ ...application, ...payment }} />
              ) : isWaitingCard(payment) ? (
                <ResolveCardPayment
                  payment={payment}
                  reference={application.reference}
                  round={roundOf(payment, payments)}
                />
              ) : (
                <AttemptActions payment={payment} reference={application.reference} />
              )}
            </IfCan>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PaymentLine({ payment }: { payment: PaymentAttempt }) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  const { received, refunded, receivedOn, receipt, flag, amount } = payment;
  const language = useLanguage();
  const money = (value: string) => amountIn(dollars(cents(value)), language);
  const facts: [label: string, value: string | null][] = [
    [t('Amount requested'), received === amount ? null : money(amount)],
    [t('Received on'), receivedOn && dayInWords(receivedOn)],
    [t('Refunded'), refunded && money(refunded)],
    [t('Note'), t(FLAG_LABELS[flag])],
    [t('Number given by the payer'), payment.number],
    [t('Payment number'), payment.railReference],
    [t('Statement line'), payment.statementLine],
    [t('Reason'), payment.reason && t(payment.reason)],
    [t('Started'), dateTimeOf(payment.createdAt)],
  ];
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 figures">
        <span>
          {t(RAIL_LABELS[payment.method])} · {t('payment {number}', { number: payment.instalment })}{' '}
          · <strong>{t(STATUS_LABELS[payment.status])}</strong>
        </span>
        <strong className="text-[1.125rem]">
          <Money of={dollars(cents(received ?? amount))} />
        </strong>
      </div>
      <dl className="grid gap-y-1 text-[0.9375rem]">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="grid gap-x-6 sm:grid-cols-[16rem_minmax(0,1fr)]">
              <dt className="text-muted">{label}</dt>
              <dd className="figures [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {receipt ? (
        <p>
          <a className="inline-flex min-h-11 items-center" href={`/receipt/${receipt}`}>
            {t('Receipt {name}', { name: receipt })}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** A refund that PayPal has not confirmed, or has refused; one that is done is in the figures. */
function PaypalRefundStatus({ payment: { paypalRefund } }: { payment: PaymentAttempt }) {
  const t = useWords();
  if (!paypalRefund || paypalRefund.state === 'done') return null;
  const amount = dollars(cents(paypalRefund.amount));
  const { state, issue } = paypalRefund;
  return state === 'refused' || state === 'failed' ? (
    <p className="text-danger">
      {issue === NEVER_SAID ? null : t('PayPal did not refund {amount}.', { amount })}{' '}
      {t(refusalSentence(issue ?? ''))}
    </p>
  ) : (
    <p className="hint">
      {t('PayPal has not confirmed the refund of {amount} yet. We keep asking.', { amount })}
    </p>
  );
}

/** PayPal does not tell the outcome: an administrator looks there. */
const isWaitingCard = ({ method, status, flag }: PaymentAttempt) =>
  method === 'paypal' && status === 'processing' && flag === 'manual';

type Action = 'paypal' | 'refund' | 'dispute' | 'end' | 'takeBack' | 'move';

/** The actions on a payment that was recorded. */
function AttemptActions({ payment, reference }: { payment: PaymentAttempt; reference: string }) {
  const t = useWords();
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const { status, takeBack, takenBack, surplus } = payment;
  const isDisputed = status === 'disputed';
  const isHeld = status === 'succeeded' || status === 'partially_refunded' || isDisputed;
  if (!isHeld && !takeBack && !takenBack) return null;
  if (action === 'paypal') return <PaypalRefundForm payment={payment} onDone={close} />;
  if (action === 'refund') return <RefundForm payment={payment} onDone={close} />;
  if (action === 'move')
    return <MoveMoneyForm payment={payment} reference={reference} onDone={close} />;
  if (action === 'dispute') return <DisputeForm payment={payment} onDone={close} />;
  if (action === 'end') return <DisputeEndForm payment={payment} onDone={close} />;
  if (action === 'takeBack' && takeBack)
    return <TakeBackForm payment={payment} booking={takeBack} onDone={close} />;
  return (
    <div className="actions">
      {isHeld && !isDisputed && payment.method === 'paypal' ? (
        <Button onClick={() => setAction('paypal')}>{t('Refund through PayPal...')}</Button>
      ) : null}
      {isHeld ? (
        <Button onClick={() => setAction('refund')}>{t('Record a refund...')}</Button>
      ) : null}
      {isHeld && !isDisputed && cents(payment.held) > 0n ? (
        <Button onClick={() => setAction('move')}>
          {surplus
            ? t('Use the surplus of {amount}...', { amount: dollars(cents(surplus)) })
            : t('Move the money...')}
        </Button>
      ) : null}
      {isDisputed ? (
        <Button onClick={() => setAction('end')}>{t('Record the outcome...')}</Button>
      ) : null}
      {isHeld && !isDisputed ? (
        <Button onClick={() => setAction('dispute')}>{t('Record a dispute...')}</Button>
      ) : null}
      {takeBack ? (
        <Button onClick={() => setAction('takeBack')}>
          {takeBack.kind === 'received'
            ? t('Recorded by mistake...')
            : t('Refund recorded by mistake...')}
        </Button>
      ) : null}
      <UndoCorrection payment={payment} />
    </div>
  );
}
