import { Checkbox } from '../../../web/ui/Checkbox.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import type { BulkDraft, WriteBulk } from './useBulkDraft.ts';

interface UnaskedPeopleProps {
  draft: BulkDraft;
  write: WriteBulk;
  /** How many would be added; 0 once they are. */
  count: number;
}

/** Those who have not asked for news are nobody's audience until somebody has read why. */
export function UnaskedPeople({ draft, write, count }: UnaskedPeopleProps) {
  const t = useWords();
  const { unasked, picked } = draft;

  function change(isWanted: boolean) {
    // Who is in no list any more is not written to either.
    const asked = Object.entries(picked).filter(([, hasAsked]) => hasAsked);
    write({ unasked: isWanted, ...(isWanted ? {} : { picked: Object.fromEntries(asked) }) });
  }

  if (!unasked && count === 0) return null;
  return (
    <>
      <Checkbox
        label={
          unasked
            ? t('Also people who have not asked for news')
            : t(
                '{count, plural, one {Also # person who has not asked for news} other {Also # people who have not asked for news}}',
                { count },
              )
        }
        checked={unasked}
        onChange={({ target }) => change(target.checked)}
      />
      {unasked ? (
        <Notice role="alert" tone="danger">
          <strong>{t('These people have not agreed to news from us')}</strong>
          <p>
            {t(
              'In many countries the law forbids advertising to them, and each time someone presses “Junk”, all our mail becomes less likely to arrive. Write to them only about what they have with us, such as their application.',
            )}
          </p>
        </Notice>
      ) : null}
    </>
  );
}
