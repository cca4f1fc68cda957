import { words } from '../../shared/words.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { birthDateProblem, birthDay, fromDayFirst } from './application.rules.ts';

const DAY_FIRST = words('Month first: for {date} write {text}');

/** Tells who typed a date of birth what is wrong with it; one written day first is shown as it must be. */
export function useBirthDateProblem(): (typed: string, now: Date) => string | undefined {
  const t = useWords();
  const { dayInWords } = useDates();
  return (typed, now) => {
    const text = fromDayFirst(typed, now);
    const day = text && birthDay(text);
    if (text && day && !birthDay(typed)) return t(DAY_FIRST, { date: dayInWords(day), text });
    const problem = birthDateProblem(typed, now);
    return problem && t(problem);
  };
}
