// The day first and the month in letters: nobody mistakes it, wherever they live.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO moment as a day on the reader's calendar: "5 Nov 2026". */
export const dayOf = (iso: string) => day.format(new Date(iso));

/** An ISO moment with the reader's time: "5 Nov 2026, 14:05". */
export const momentOf = (iso: string) => moment.format(new Date(iso));

const longMoment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A moment for readers anywhere: "21 November 2026 at 14:05 UTC". */
export const momentInWords = (iso: string) => `${longMoment.format(new Date(iso))} UTC`;

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar day such as "1990-03-31" in words: "31 March 1990". */
export const dayInWords = (isoDay: string) => longDay.format(new Date(`${isoDay}T00:00:00Z`));
