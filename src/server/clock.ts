/**
 * The only source of time for rules, so that tests and the sandbox can move it.
 * Limits, time-outs and logs use the machine's own clock.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs `offsetMs` ahead of the machine's; the sandbox and tests advance it. */
export function movableClock(offsetMs = 0) {
  let offset = offsetMs;
  return {
    now: () => new Date(Date.now() + offset),
    setOffset(ms: number) {
      offset = ms;
    },
    advance(ms: number) {
      offset += ms;
    },
  };
}
