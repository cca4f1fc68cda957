/**
 * Says when the next mail may leave so that no more than so many leave in a minute: each has a moment of its own, and
 * what was not used is not made up for. The first leaves at once, also of the round that follows when the rate was
 * changed: one mail more than the new rate. Times in ms of one and the same clock.
 */
export function paceOf(perMinute: number | null): (nowMs: number) => number {
  if (perMinute === null) return (nowMs) => nowMs;
  const apartMs = 60_000 / perMinute;
  let next = 0;
  return (nowMs) => {
    const turn = Math.max(nowMs, next);
    next = turn + apartMs;
    return turn;
  };
}
