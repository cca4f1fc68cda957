import { useLanguage } from '../../../web/words.tsx';

/** "2026-11" as people write it. */
export function useMonths(): (month: string) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}
