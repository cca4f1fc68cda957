import type { KitRelease } from '../../shared/plan.ts';
import { words } from '../../shared/words.ts';
import { type ApplicationStatus, IN_QUESTION, NOT_SENT } from '../application/application.rules.ts';

/** The columns of the board, in the order in which an application moves. */
export const BOARD = [
  'submitted',
  'in_review',
  'needs_information',
  'approved',
  'dispatched',
  'delivered',
] as const satisfies readonly ApplicationStatus[];
export type BoardStatus = (typeof BOARD)[number];

/** What is counted of the board: each column, what is overdue, and what a question about one column finds. */
export const BOARD_NUMBERS = [...BOARD, 'overdue', 'total'] as const;
export type BoardNumber = (typeof BOARD_NUMBERS)[number];

/** How a column is named to people. */
export const BOARD_LABELS: Readonly<Record<BoardStatus, string>> = {
  submitted: words('Submitted'),
  in_review: words('In review'),
  needs_information: words('Needs information'),
  approved: words('Approved'),
  dispatched: words('Dispatched'),
  delivered: words('Delivered'),
};

/** What an administrator may do next; the table of application.rules says what of it is legal. */
export const KIT_STEPS = [
  'in_review',
  'needs_information',
  'approved',
  'dispatched',
  'delivered',
  'cancelled',
] as const satisfies readonly ApplicationStatus[];
export type KitStep = (typeof KIT_STEPS)[number];

/** The steps that can be undone: one that ended payments cannot. */
export const UNDONE_STEPS = KIT_STEPS.filter((step) => step !== 'cancelled');
export type UndoneStep = (typeof UNDONE_STEPS)[number];

/** How an action is named on its button. */
export const KIT_STEP_LABELS: Readonly<Record<KitStep, string>> = {
  in_review: words('Start review'),
  needs_information: words('Ask for information...'),
  approved: words('Approve'),
  dispatched: words('Mark as dispatched...'),
  delivered: words('Mark as delivered'),
  cancelled: words('Cancel the application...'),
};

/** The promise of specification §9: a kit is sent within this many business days. */
export const kitBusinessDays = 3;

/** The day that is `count` business days after a day (both "2026-01-31"): Saturdays and Sundays do not count. */
export function businessDaysAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

/** What decides whether a kit may leave. */
export interface Kit {
  applicationStatus: ApplicationStatus;
  /** Null: what the kit is and is not was never acknowledged. */
  noticeVersion: string | null;
  paymentStatus: string;
  kitRelease: KitRelease;
  /** When the payment that releases the kit was booked as final; null while it is not. */
  kitReleasedAt: Date | null;
}

/**
 * Why a kit may not be handed to a courier yet, as sentences; none when it may. Whether the application has
 * been approved is the step table's to say. gaps.md §5.
 */
export function whyNotSent({
  noticeVersion,
  paymentStatus,
  kitRelease,
  kitReleasedAt,
}: Omit<Kit, 'applicationStatus'>): string[] {
  return [
    ...(noticeVersion === null
      ? [words('The applicant has not acknowledged what the kit is and is not.')]
      : []),
    ...(kitReleasedAt === null
      ? [
          kitRelease === 'fully_paid'
            ? words('The kit is sent once everything is paid. Something is still due.')
            : words('The payment that releases the kit has not arrived, or is not final yet.'),
        ]
      : []),
    ...(IN_QUESTION.includes(paymentStatus)
      ? [words('The payment is disputed or was refunded.')]
      : []),
  ];
}

/** The start of the first day (UTC) from which on released kits are not overdue today. */
export function overdueBefore(now: Date): Date {
  const today = now.toISOString().slice(0, 10);
  const day = new Date(`${today}T00:00:00Z`);
  while (businessDaysAfter(day.toISOString().slice(0, 10), kitBusinessDays) >= today)
    day.setUTCDate(day.getUTCDate() - 1);
  day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

/** Until when the kit should have left ("2026-01-31"); null while nothing is promised. */
export const sendBy = ({
  kitReleasedAt,
  submittedAt,
}: {
  kitReleasedAt: Date | null;
  submittedAt: Date | null;
}) =>
  kitReleasedAt && submittedAt
    ? businessDaysAfter(
        (kitReleasedAt > submittedAt ? kitReleasedAt : submittedAt).toISOString().slice(0, 10),
        kitBusinessDays,
      )
    : null;

/** Whether the promise is broken on this day: everything is there and the kit has not left. */
export const isOverdue = (kit: Kit & { sendBy: string | null }, today: string): boolean =>
  kit.sendBy !== null &&
  kit.sendBy < today &&
  NOT_SENT.some((status) => status === kit.applicationStatus) &&
  whyNotSent(kit).length === 0;
