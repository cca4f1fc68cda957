/**
 * Events in the order of time: it yields the time until which nothing happens, or another timeline that goes on
 * beside it, and returns the time of its end.
 */
export interface Timeline extends Generator<Date | Timeline, Date, undefined> {}

/** Lets a timeline happen up to `now`; what would come later has not happened. */
export function play(timeline: Timeline, now: Date): void {
  const waiting: { at: Date; timeline: Timeline }[] = [];
  const goOn = (one: Timeline): void => {
    for (;;) {
      const { value, done } = one.next();
      if (done) return;
      if (value instanceof Date) {
        if (value <= now) waiting.push({ at: value, timeline: one });
        return;
      }
      goOn(value);
    }
  };
  goOn(timeline);
  for (;;) {
    const next = waiting.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0];
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    goOn(next.timeline);
  }
}
