import { useLanguage } from './words.tsx';

/** Days and moments as people of one language write them. */
export interface Dates {
  /** An ISO moment as a day on the reader's calendar: "5 Nov 2026". */
  dayOf(iso: string): string;
  /** An ISO moment with the reader's time: "5 Nov 2026, 14:05". */
  dateTimeOf(iso: string): string;
  /** A moment for readers anywhere: "21 November 2026 at 14:05 UTC". */
  dateTimeInWords(iso: string): string;
  /** A calendar day such as "1990-03-31" in words: "31 March 1990". */
  dayInWords(isoDay: string): string;
}

/** Dates in the language of this part of the page. */
export const useDates = (): Dates => datesIn(useLanguage());

const known = new Map<string, Dates>();

/** The same for a language by its tag. The formats are made once, for they are slow to make. */
export function datesIn(language: string): Dates {
  const dates = known.get(language) ?? makeDates(language);
  known.set(language, dates);
  return dates;
}

function makeDates(language: string): Dates {
  // The day first and the month in letters: no one mistakes it, wherever they live.
  const tag = language === 'en' ? 'en-GB' : language;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, options);
    return (date: Date) => ordinal(made.format(date), language);
  };
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const dayOf = format(day);
  const dateTime = format({ ...day, hour: '2-digit', minute: '2-digit' });
  const longDateTime = format({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const longDay = format({ dateStyle: 'long', timeZone: 'UTC' });
  return {
    dayOf: (iso) => dayOf(new Date(iso)),
    dateTimeOf: (iso) => dateTime(new Date(iso)),
    dateTimeInWords: (iso) => `${longDateTime(new Date(iso))} UTC`,
    dayInWords: (isoDay) => longDay(new Date(`${isoDay}T00:00:00Z`)),
  };
}

/** French counts the first of a month and no other day; Intl does not know. */
const ordinal = (date: string, language: string) =>
  language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date;
