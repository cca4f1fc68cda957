import { useEffect, useRef } from 'react';
import { isKeyOf } from '../../../shared/record.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { DECLARATIONS_PATH } from '../kinds/Kinds.tsx';
import type { Asked } from '../kinds/useEntries.ts';
import { REASON_LABELS } from './burst-words.rules.ts';

/** What the list is narrowed to where a reason was followed, and the way back to the whole day. */
export function ReasonHeading({ asked: { day, reason } }: { asked: Asked }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  // The link that was followed is far above the list.
  useEffect(() => heading.current?.focus(), [day, reason]);
  if (!day || !isKeyOf(REASON_LABELS, reason)) return null;
  return (
    <div>
      <h3 ref={heading} tabIndex={-1}>
        {t(REASON_LABELS[reason].heading)}
      </h3>
      <a
        {...linkTo(withQuery(DECLARATIONS_PATH, { day }))}
        className="inline-flex min-h-11 items-center"
      >
        {t('Show all signatures of {day}', { day: dayInWords(day) })}
      </a>
    </div>
  );
}
