import { stepOf } from '../../../pictures/cloth.ts';
import { words } from '../../../../shared/words.ts';
import { useWords } from '../../../words.tsx';
import { SIGNATURES } from '../signatures.ts';

const GOAL = words('{goal, plural, other {Goal: #}}');
const NONE_YET = words('{goal, plural, other {Be the first of # to sign.}}');
const SMALLEST_GOAL = 100;

/** The first of 100, 200, 500, 1,000 … that is still ahead. */
export function goalAfter(signatures: number): number {
  let row = 0;
  while (stepOf(row) <= signatures || stepOf(row) < SMALLEST_GOAL) row++;
  return stepOf(row);
}

interface SignatureProgressProps {
  signatures: number;
  /** What is shown instead to who has just signed. */
  signedText?: string;
}

/** The last row of the cloth, woven as far as the signatures have come towards the next goal. */
export function SignatureProgress({ signatures, signedText }: SignatureProgressProps) {
  const t = useWords();
  const goal = goalAfter(signatures);
  return (
    <div className="progress">
      <svg
        className="woven"
        width={`${(100 * signatures) / goal}%`}
        height="100%"
        aria-hidden="true"
      >
        <rect width="100%" height="100%" />
      </svg>
      <p className={signatures > 0 ? 'display' : 'display none-yet'} data-signatures={signedText}>
        {signatures > 0 ? t(SIGNATURES, { count: signatures }) : t(NONE_YET, { goal })}
      </p>
      {signatures > 0 ? <p>{t(GOAL, { goal })}</p> : null}
    </div>
  );
}
