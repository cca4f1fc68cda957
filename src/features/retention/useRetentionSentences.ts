import { useWords } from '../../web/words.tsx';
import { MOST_COUNTED, type Period } from './retention.rules.ts';

/** How many records each period would remove; null where counting took too long. */
export type OlderCounts = Record<string, number> | null;

/** Periods and numbers of records in words. */
export function useRetentionSentences() {
  const t = useWords();
  return {
    periodText(months: Period | null): string {
      if (months === null) return t('No limit');
      return months % 12 === 0
        ? t('{count, plural, one {# year} other {# years}}', { count: months / 12 })
        : t('{count, plural, one {# month} other {# months}}', { count: months });
    },
    countOlder(due: OlderCounts, months: Period): string {
      const count = due?.[months];
      if (count === undefined) return t('Counting the older records took too long.');
      return count >= MOST_COUNTED
        ? t('{count, plural, other {#}} or more older records now.', { count })
        : t(
            '{count, plural, =0 {No older records now.} one {# older record now.} other {# older records now.}}',
            {
              count,
            },
          );
    },
  };
}
