import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';

const SENDS_KIT = words(
  'We’ll send your kit within 2-3 business days and email you when it leaves.',
);
const SENDS_KIT_BY = words(
  'We’ll send your kit within 2-3 business days, by {day}, and email you when it leaves.',
);

/** When a kit is sent that is paid for: with the day where it is known. */
export function useSendsKit() {
  const t = useWords();
  const { dayInWords } = useDates();
  return (day: string | undefined) =>
    day ? t(SENDS_KIT_BY, { day: dayInWords(day) }) : t(SENDS_KIT);
}
