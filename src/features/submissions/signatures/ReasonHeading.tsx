import { useEffect, useRef } from 'react';
import { isKeyOf } from '../../../shared/record.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { Asked } from '../kinds/useEntries.ts';
import { REASON_LABELS } from './burst-words.rules.ts';
import { DECLARATIONS_PATH } from './paths.rules.ts';

/** What the list is narrowed to where a day or one of its reasons was followed, and the way back to the whole day. */
export function ReasonHeading({ asked: { day, reason } }: { asked: Asked }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  // After a link, or after the heading of the list that it led to; who types a day in the filter goes on typing.
  useEffect(() => {
    if (document.activeElement?.matches('a, body, h2')) heading.current?.focus();
  }, [day, reason]);
  if (!day) return null;
  const isPart = isKeyOf(REASON_LABELS, reason);
  return (
    <div>
      <h3 ref={heading} tabIndex={-1}>
        {isPart
          ? t(REASON_LABELS[reason].heading)
          : t('Signatures of {day}', { day: dayInWords(day) })}
      </h3>
      {isPart ? (
        <a
          {...linkTo(withQuery(DECLARATIONS_PATH, { day }))}
          className="inline-flex min-h-11 items-center"
        >
          {t('Show all signatures of {day}', { day: dayInWords(day) })}
        </a>
      ) : null}
    </div>
  );
}
