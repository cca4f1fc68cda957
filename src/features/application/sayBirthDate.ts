import { words } from '../../shared/words.ts';
import { dayInWords } from '../../web/moment.ts';
import type { useWords } from '../../web/words.tsx';
import { birthDateProblem, birthDay, fromDayFirst } from './application.rules.ts';

const DAY_FIRST = words('Month first: for {date} write {text}');

/** What is wrong with a date of birth, for who typed it: one written day first is shown as it must be. */
export function sayBirthDateProblem(
  typed: string,
  now: Date,
  t: ReturnType<typeof useWords>,
): string | undefined {
  const text = fromDayFirst(typed);
  const day = text && birthDay(text);
  if (text && day) return t(DAY_FIRST, { date: dayInWords(day), text });
  const problem = birthDateProblem(typed, now);
  return problem && t(problem);
}
