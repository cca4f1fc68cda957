import { cents } from '../../shared/money.ts';
import { type Values, words } from '../../shared/words.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import {
  type PayableInstalment,
  isPayable,
  nextDue,
} from '../payments/payer/my-applications.rules.ts';
import type { PaymentStatus } from '../payments/core/payment.rules.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import type { Timeline } from './status.contract.ts';

/** A sentence with what fills it; `day` (YYYY-MM-DD) is written out as `{day}`. */
export interface NextStep {
  sentence: string;
  values?: Values;
  day?: string;
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
    return [{ sentence: words('Nothing more is sent and nothing more is due.') }];
  if (applicationStatus === 'draft')
    return [
      {
        sentence: words(
          'What you have filled in is kept. Your application is submitted with its first payment.',
        ),
      },
    ];
  return [kitStep(facts), paymentStep(facts)].filter((saying) => saying !== undefined);
}

function kitStep({ application, timeline, today }: Facts): NextStep | undefined {
  const { applicationStatus, paymentStatus } = application;
  if (applicationStatus === 'needs_information')
    return {
      sentence: words('Please send us what we ask for below; then we go on.'),
      isUrgent: true,
    };
  if (applicationStatus === 'delivered')
    return {
      sentence: words(
        'Your kit is delivered. If you do not have it, write to us and we look for it.',
      ),
    };
  if (applicationStatus === 'dispatched') return shippingStep(timeline);
  if (paymentStatus === 'disputed')
    return { sentence: words('A payment is in dispute; your kit waits until that has ended.') };
  if (paymentStatus === 'refunded')
    return { sentence: words('Your money went back to you, so no kit is sent.') };
  if (timeline.kitBy)
    return timeline.kitBy >= today
      ? {
          sentence: words(
            'Your kit leaves by {day}: within 2-3 business days after your payment was final.',
          ),
          day: timeline.kitBy,
        }
      : {
          sentence: words(
            'Your kit should have left by {day}. We are sorry that you wait; we are on it.',
          ),
          day: timeline.kitBy,
        };
  return waitingStep(application);
}

function shippingStep({ shipment }: Timeline): NextStep {
  const { courier, trackingNumber } = shipment ?? {};
  if (courier && trackingNumber)
    return {
      sentence: words('Your kit travels with {courier}. Its tracking number is {number}.'),
      values: { courier, number: trackingNumber },
    };
  if (courier) return { sentence: words('Your kit travels with {courier}.'), values: { courier } };
  return { sentence: words('Your kit has left us and is on its way to your address.') };
}

/** What a kit waits for whose payment is not final. */
function waitingStep({ paymentStatus, kitRelease }: MyApplication): NextStep {
  if (paymentStatus === 'awaiting_verification')
    return {
      sentence: words(
        'A person looks for your transfer, usually within two business days, and we write to you. Your kit leaves within 2-3 business days after that.',
      ),
    };
  if (paymentStatus === 'confirming')
    return {
      sentence: words(
        'The network confirms your payment, which takes about a quarter of an hour; then we write to you.',
      ),
    };
  if (paymentStatus === 'processing')
    return {
      sentence: words('Your payment is being processed. We write to you when it has arrived.'),
    };
  if (kitRelease === 'fully_paid' && paymentStatus === 'partially_paid')
    return { sentence: words('Your kit is sent when everything is paid.') };
  return {
    sentence: words('Your kit leaves within 2-3 business days after your payment has reached us.'),
  };
}

function paymentStep({ application, timeline, today }: Facts): NextStep | undefined {
  if (timeline.plan.isStopped)
    return { sentence: words('Your payment plan is cancelled. Nothing more is due.') };
  const due = nextDue(application);
  if (!due)
    return application.paymentStatus === 'completed'
      ? { sentence: words('Everything is paid. Nothing more is due.') }
      : undefined;
  if (!isPayable(application)) return undefined;
  return instalmentStep(due, application.instalments.length, timeline.plan.isCharged, today);
}

/** The next instalment and when it is due. */
function instalmentStep(
  due: PayableInstalment,
  count: number,
  isCharged: boolean,
  today: string,
): NextStep {
  const { number, rest, status, dueOn: day } = due;
  const values = { amount: readable(rest), number, count };
  if (count === 1) return { sentence: words('{amount} is to be paid.'), values, isUrgent: true };
  if (status === 'overdue')
    return {
      sentence: words(
        'Payment {number} of {count}, {amount}, was due on {day}. Your plan goes on as soon as it is paid.',
      ),
      values,
      day,
      isUrgent: true,
    };
  if (isCharged)
    return {
      sentence: words('PayPal takes payment {number} of {count}, {amount}, on {day}.'),
      values,
      day,
    };
  return day <= today
    ? {
        sentence: words('Payment {number} of {count}, {amount}, is due since {day}.'),
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
  if (status === 'waived') return words('no longer asked for');
  if (status === 'cancelled') return words('cancelled');
  const isHere = (is: PaymentStatus) =>
    payments.some((one) => one.instalment === number && one.status === is);
  if (isHere('processing')) return words('payment on its way');
  if (isHere('claimed')) return words('we look for your payment');
  if (cents(received) > 0n && cents(rest) > 0n) return words('paid in part');
  if (status === 'overdue') return words('overdue');
  return status === 'due' ? words('due') : words('to come');
}
