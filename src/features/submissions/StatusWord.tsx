import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';

/**
 * Statuses of applications, of their payments and of answers as people read them, with their tone: `bad` and `open`
 * catch the eye, so they are only for what needs somebody.
 */
const STATUSES: Record<string, readonly [label: string, tone: 'good' | 'bad' | 'open' | 'plain']> =
  {
    draft: [words('Draft'), 'plain'],
    submitted: [words('Submitted'), 'plain'],
    in_review: [words('In review'), 'open'],
    needs_information: [words('Needs information'), 'open'],
    approved: [words('Approved'), 'good'],
    dispatched: [words('Dispatched'), 'good'],
    delivered: [words('Delivered'), 'good'],
    cancelled: [words('Cancelled'), 'plain'],
    pending: [words('Pending'), 'plain'],
    awaiting_verification: [words('Awaiting verification'), 'open'],
    confirming: [words('Confirming'), 'plain'],
    processing: [words('Processing'), 'plain'],
    completed: [words('Completed'), 'good'],
    partially_paid: [words('Partially paid'), 'plain'],
    past_due: [words('Past due'), 'bad'],
    failed: [words('Failed'), 'bad'],
    refunded: [words('Refunded'), 'plain'],
    disputed: [words('Disputed'), 'bad'],
    new: [words('New'), 'open'],
    in_progress: [words('In progress'), 'plain'],
    answered: [words('Answered'), 'good'],
    closed: [words('Closed'), 'plain'],
    confirmed: [words('Confirmed'), 'good'],
    unconfirmed: [words('Not confirmed yet'), 'open'],
    invalidated: [words('Invalidated'), 'plain'],
    unanswered: [words('Not answered yet'), 'open'],
    waiting: [words('Waiting for more than 3 days'), 'bad'],
  };

const TONES = {
  good: 'text-success',
  bad: 'text-danger',
  open: 'text-accent',
  plain: 'text-muted',
};

export const statusLabel = (status: string) => STATUSES[status]?.[0] ?? status;

/** A status in its tone, as its word or as `said` more exactly; the words alone say everything. */
export function StatusWord({ status, said }: { status: string; said?: string | undefined }) {
  const t = useWords();
  const [label, tone] = STATUSES[status] ?? [status, 'plain'];
  return (
    <span className={`status status-${tone} md:whitespace-nowrap ${TONES[tone]}`}>
      {said ?? t(label)}
    </span>
  );
}
