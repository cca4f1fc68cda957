import { cents } from '../../shared/money.ts';
import { type Values, words } from '../../shared/words.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import {
  type PayableInstalment,
  isPayable,
  nextDue,
  shortfallStep,
} from '../payments/payer/my-applications.rules.ts';
import type { PaymentStatus } from '../payments/core/payment.rules.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import type { Timeline } from './status.contract.ts';

/** A sentence with what fills it; `day` (YYYY-MM-DD) is written out as `{day}`, `time` (ISO) as `{time}`. */
export interface NextStep {
  sentence: string;
  values?: Values;
  day?: string;
  time?: string;
  /** The applicant has to do something. */
  isUrgent?: boolean;
}

/** The attempts to pay, each with its instalment. */
type Attempts = readonly Pick<MyApplication['payments'][number], 'instalment' | 'status'>[];

interface Facts {
  application: MyApplication;
  timeline: Timeline;
  /** YYYY-MM-DD. */
  today: string;
}

/** What happens next and when: first with the kit, then with the money. */
export function nextSteps(facts: Facts): NextStep[] {
  const { applicationStatus } = facts.application;
  if (applicationStatus === 'cancelled')
    return [
      { sentence: words('No kit will be sent, and nothing more is due.') },
      moneyOfCancelled(facts.application),
    ];
  if (applicationStatus === 'draft')
    return [
      {
        sentence: words(
          'We have saved what you entered. Your application is submitted with its first payment.',
        ),
      },
    ];
  return [kitStep(facts), paymentStep(facts)].filter((saying) => saying !== undefined);
}

/** Where the money of a cancelled application is. */
function moneyOfCancelled({ paymentStatus, receivedAmount }: MyApplication): NextStep {
  if (paymentStatus === 'refunded')
    return { sentence: words('The money you paid was returned to you.') };
  if (paymentStatus === 'disputed')
    return {
      sentence: words('A payment is in dispute. The outcome decides where its money goes.'),
    };
  if (isUnderWay(paymentStatus))
    return {
      sentence: words('We are still checking a payment of yours. We will write to you about it.'),
    };
  if (cents(receivedAmount) > 0n)
    return {
      sentence: words(
        'Of what you paid, {amount} has not been refunded. If you have a question about it, write to us.',
      ),
      values: { amount: readable(receivedAmount) },
    };
  return { sentence: words('We have received no money for it.') };
}

const isUnderWay = (status: MyApplication['paymentStatus']) =>
  status === 'awaiting_verification' || status === 'confirming' || status === 'processing';

function kitStep({ application, timeline, today }: Facts): NextStep | undefined {
  const { applicationStatus, paymentStatus } = application;
  if (applicationStatus === 'needs_information')
    return {
      sentence: words('Please send us what we ask for below. Then we can continue.'),
      isUrgent: true,
    };
  if (applicationStatus === 'delivered')
    return {
      sentence: words(
        'Your kit is delivered. If you do not have it, write to us and we will look for it.',
      ),
    };
  if (applicationStatus === 'dispatched') return shippingStep(timeline);
  if (paymentStatus === 'disputed')
    return {
      sentence: words('A payment is in dispute. We cannot send your kit until that has ended.'),
    };
  if (paymentStatus === 'refunded')
    return { sentence: words('Your money was returned to you, so no kit will be sent.') };
  if (timeline.kitBy)
    return timeline.kitBy >= today
      ? {
          sentence: words(
            'Your kit leaves by {day}, within 2-3 business days after your payment was confirmed.',
          ),
          day: timeline.kitBy,
        }
      : {
          sentence: words(
            'Your kit should have left by {day}. We are sorry for the delay. We are working on it.',
          ),
          day: timeline.kitBy,
        };
  return waitingStep(application);
}

function shippingStep({ shipment }: Timeline): NextStep {
  const { courier, trackingNumber } = shipment ?? {};
  if (courier && trackingNumber)
    return {
      sentence: words('Your kit is on its way with {courier}. The tracking number is {number}.'),
      values: { courier, number: trackingNumber },
    };
  if (courier)
    return { sentence: words('Your kit is on its way with {courier}.'), values: { courier } };
  return { sentence: words('Your kit has been sent and is on its way to your address.') };
}

/** What a kit waits for whose payment is not final. */
function waitingStep({ paymentStatus, kitRelease, shortfall }: MyApplication): NextStep {
  if (paymentStatus === 'awaiting_verification')
    return {
      sentence: words(
        'We are checking for your payment, which usually takes up to two business days. We will write to you. Your kit leaves within 2-3 business days after that.',
      ),
    };
  if (paymentStatus === 'confirming' && !shortfall)
    return {
      sentence: words(
        'The network is confirming your payment. This takes about 15 minutes. Then we will write to you.',
      ),
    };
  if (paymentStatus === 'processing')
    return {
      sentence: words('Your payment is being processed. We will write to you when it has arrived.'),
    };
  if (kitRelease === 'fully_paid' && paymentStatus === 'partially_paid')
    return { sentence: words('Your kit will be sent when everything is paid.') };
  return {
    sentence: words('Your kit leaves within 2-3 business days after your payment has reached us.'),
  };
}

function paymentStep({ application, timeline, today }: Facts): NextStep | undefined {
  if (timeline.plan.isStopped)
    return { sentence: words('Your payment plan is cancelled. Nothing more is due.') };
  const { shortfall } = application;
  if (shortfall) return { ...shortfallStep(shortfall), isUrgent: shortfall.state === 'open' };
  const due = nextDue(application);
  if (!due || !isPayable(application)) return undefined;
  return instalmentStep(due, application.instalments.length, today);
}

/** The next instalment and when it is due. */
function instalmentStep(due: PayableInstalment, count: number, today: string): NextStep {
  const { number, rest, status, dueOn: day, chargeOn } = due;
  const values = { amount: readable(rest), number, count };
  if (count === 1) return { sentence: words('{amount} is left to pay.'), values, isUrgent: true };
  if (chargeOn)
    return chargeOn > today
      ? {
          sentence: words('PayPal will charge you {amount} on {day}: payment {number} of {count}.'),
          values,
          day: chargeOn,
        }
      : {
          sentence: words(
            'PayPal will charge you {amount} in the next days: payment {number} of {count}.',
          ),
          values,
        };
  if (status === 'overdue')
    return {
      sentence: words(
        'Payment {number} of {count}, {amount}, was due on {day}. Your plan continues as soon as you pay it.',
      ),
      values,
      day,
      isUrgent: true,
    };
  return day <= today
    ? {
        sentence: words('Payment {number} of {count}, {amount}, has been due since {day}.'),
        values,
        day,
        isUrgent: true,
      }
    : {
        sentence: words('Payment {number} of {count}, {amount}, is due on {day}.'),
        values,
        day,
      };
}

/** The status of one instalment for its payer; one with a payment under way is not called due. */
export function instalmentStatus(
  { number, status, received, rest }: PayableInstalment,
  payments: Attempts,
): string {
  if (status === 'paid') return words('paid');
  if (status === 'waived') return words('no longer due');
  if (status === 'cancelled') return words('cancelled');
  const isHere = (is: PaymentStatus) =>
    payments.some((one) => one.instalment === number && one.status === is);
  if (isHere('processing')) return words('payment on its way');
  if (isHere('claimed')) return words('checking for your payment');
  if (cents(received) > 0n && cents(rest) > 0n) return words('paid in part');
  if (status === 'overdue') return words('overdue');
  return status === 'due' ? words('due') : words('to come');
}
