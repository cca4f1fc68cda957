import { type Values, words } from '../../shared/words.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import type { Timeline } from './status.contract.ts';

/** One of the four steps from the form to the kit. */
export interface Milestone {
  label: string;
  values?: Values;
  isDone: boolean;
  /** When it was reached (ISO). */
  at?: string;
  /** By when it will be (YYYY-MM-DD). */
  by?: string;
}

/** What is done of an application and what is still to come; nothing of a cancelled one. */
export function milestones(application: MyApplication, timeline: Timeline): Milestone[] {
  const { applicationStatus, instalments, submittedAt } = application;
  if (applicationStatus === 'cancelled') return [];
  const paid = instalments.filter(({ status }) => status === 'paid').length;
  const isDelivered = applicationStatus === 'delivered';
  const isSent = isDelivered || applicationStatus === 'dispatched';
  const reached = (kind: Timeline['history'][number]['told']) => {
    const at = timeline.history.findLast(({ told }) => told === kind)?.at;
    return at === undefined ? {} : { at };
  };
  return [
    {
      label: words('Application sent'),
      isDone: applicationStatus !== 'draft',
      ...(submittedAt === null ? {} : { at: submittedAt }),
    },
    {
      label:
        instalments.length > 1
          ? words('{paid, plural, other {# of {count} payments}}')
          : words('Payment'),
      values: { paid, count: instalments.length },
      isDone: paid > 0,
      ...(paid > 0 ? reached('paid') : {}),
    },
    {
      label: words('Kit sent'),
      isDone: isSent,
      ...(isSent ? reached('dispatched') : timeline.kitBy === null ? {} : { by: timeline.kitBy }),
    },
    {
      label: words('Kit delivered'),
      isDone: isDelivered,
      ...(isDelivered ? reached('delivered') : {}),
    },
  ];
}
