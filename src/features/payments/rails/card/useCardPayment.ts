import { useRef, useState } from 'react';
import { seconds } from '../../../../shared/time.ts';
import { call, CallError, newIdempotencyKey, NoAnswer, sentenceOf } from '../../../../web/api.ts';
import { toast } from '../../../../web/ui/toasts.ts';
import { useWords } from '../../../../web/words.tsx';
import type { MyApplication } from '../../payer/my-applications.contract.ts';
import type { PayableInstalment } from '../../payer/my-applications.rules.ts';
import type { SubmittedPayment } from '../../payer/PaymentTerms.tsx';
import type { MyApplications } from '../../payer/useMyApplications.ts';
import { isBlockedWindow, outcomeOf, PROBLEMS, UNAVAILABLE, UNDER_WAY } from './buttons.rules.ts';
import { captureCardOrder, createCardOrder } from './card.contract.ts';
import type { PaypalButtonCallbacks } from './usePaypalButtons.ts';

interface Problem {
  title: string;
  text: string;
  /** Shown beside the form only. */
  more?: string;
  isError: boolean;
}

interface Options {
  application: MyApplication;
  due: PayableInstalment;
  mine: MyApplications;
  onSubmitted: (submitted: SubmittedPayment) => void;
}

/** Waits before a capture without an answer is repeated under the same key. */
const askAgainMs = [seconds(1), seconds(3)];

/**
 * A card payment from the button to the capture. A capture without an answer is never shown as a failure: the
 * server asks PayPal, and its answer counts.
 */
export function useCardPayment({ application, due, mine, onSubmitted }: Options) {
  const t = useWords();
  const [status, setStatus] = useState<'idle' | 'taking'>('idle');
  const [problem, setProblem] = useState<Problem>();
  // An order request without an answer is repeated, not made twice.
  const orderKey = useRef<string>(undefined);
  /** Set once a refusal of our own was shown: PayPal's script reports it once more. */
  const isSaid = useRef(false);

  function say(given: Omit<Problem, 'isError'>) {
    setProblem({ ...given, isError: true });
    toast({ title: t(given.title), description: t(given.text), variant: 'destructive' });
  }

  async function createOrder(): Promise<string> {
    setProblem(undefined);
    isSaid.current = false;
    orderKey.current ??= newIdempotencyKey();
    try {
      const { id } = await call(createCardOrder, {
        body: {
          plan: application.paymentPlan,
          applicationId: application.id,
          instalment: due.number,
        },
        key: orderKey.current,
      });
      orderKey.current = undefined;
      return id;
    } catch (error) {
      if (!(error instanceof NoAnswer)) orderKey.current = undefined;
      isSaid.current = true;
      const isAway = error instanceof CallError && error.status === 503;
      say({
        title: PROBLEMS.failed.title,
        text: isAway ? UNAVAILABLE : sentenceOf(error, PROBLEMS.failed.text),
      });
      // It may be paid or under way since, in another window.
      void mine.reload();
      throw error;
    }
  }

  async function approve({ orderID }: { orderID: string }): Promise<void> {
    setProblem(undefined);
    setStatus('taking');
    try {
      const outcome = outcomeOf(await capture(orderID));
      // The server also knows whether later payments are charged automatically.
      await mine.reload();
      if (outcome === 'refused') say(PROBLEMS.refused);
      else {
        if (outcome === 'processing')
          toast({ title: t('Payment Processing'), description: t(UNDER_WAY) });
        onSubmitted({ outcome, due });
      }
    } catch (error) {
      await mine.reload();
      if (isUnanswered(error)) onSubmitted({ outcome: 'unknown', due });
      else say({ ...PROBLEMS.failed, text: sentenceOf(error, PROBLEMS.failed.text) });
    }
    setStatus('idle');
  }

  const callbacks: PaypalButtonCallbacks = {
    createOrder,
    onApprove: approve,
    onCancel() {
      setProblem({ ...PROBLEMS.cancelled, isError: false });
      // The rest is said above the buttons.
      toast({ title: t(PROBLEMS.cancelled.title), variant: 'neutral' });
      void mine.reload();
    },
    onError(error) {
      console.warn(error);
      if (!isSaid.current) say(isBlockedWindow(error) ? PROBLEMS.blocked : PROBLEMS.provider);
      isSaid.current = false;
    },
  };
  return { status, problem, callbacks };
}

/** Captures an approved order; returns PayPal's status. Throws what the last try threw. */
async function capture(orderId: string): Promise<string> {
  const key = newIdempotencyKey();
  for (const waitMs of [...askAgainMs, undefined]) {
    try {
      return (await call(captureCardOrder, { params: { id: orderId }, key })).status;
    } catch (error) {
      if (waitMs === undefined || !isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  throw new Error('Unreachable: the last try answers or throws.');
}

/** No answer, or one that says nothing about the money. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status >= 500;
