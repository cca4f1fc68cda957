/**
 * What happens, in the order of time: it yields the moment until which nothing does, or another story that goes on
 * beside it, and answers when it came to its end.
 */
export interface Story extends Generator<Date | Story, Date, undefined> {}

/** Lets a story happen up to `now`; what would come later has not happened. */
export function play(story: Story, now: Date): void {
  const waiting: { at: Date; story: Story }[] = [];
  const goOn = (one: Story): void => {
    for (;;) {
      const { value, done } = one.next();
      if (done) return;
      if (value instanceof Date) {
        if (value <= now) waiting.push({ at: value, story: one });
        return;
      }
      goOn(value);
    }
  };
  goOn(story);
  for (;;) {
    const next = waiting.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0];
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    goOn(next.story);
  }
}
