import type { ReactNode } from 'react';

const TONES = {
  plain: 'border-line text-muted',
  good: 'border-success text-success',
  bad: 'border-danger text-danger',
  strong: 'border-heading text-heading',
};

type BadgeProps = {
  tone?: keyof typeof TONES;
  /** Words that may wrap where a column is narrow. */
  folds?: boolean;
  children: ReactNode;
};

/** A status in a word; the word alone says everything. */
export function Badge({ tone = 'plain', folds = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-block edged px-1.5 text-[0.8125rem]/[1.375rem] bold ${folds ? '' : 'whitespace-nowrap'} ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
