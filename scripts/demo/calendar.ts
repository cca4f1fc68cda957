import { days, hours, minutes } from '../../src/shared/time.ts';
import type { Chance } from './chance.ts';

/** How much happens at each hour of the day, UTC: little at night, most at noon and in the evening. */
const HOURS = [
  2, 1, 1, 1, 2, 4, 7, 9, 10, 11, 12, 13, 13, 11, 10, 10, 11, 13, 15, 16, 14, 10, 6, 3,
];
/** From Sunday: who is at work passes the link on. */
const WEEKDAYS = [0.7, 1.05, 1.1, 1.1, 1.05, 1, 0.75];
const daysInAll = 365;

/** Days on which word got around, counted from the first: how many times a usual day, and where mostly. */
const BURSTS: readonly { day: number; times: number; country?: string }[] = [
  { day: 3, times: 5 },
  { day: 64, times: 4, country: 'Senegal' },
  { day: 131, times: 5, country: 'Kenya' },
  { day: 186, times: 8 },
  { day: 248, times: 7, country: 'Nigeria' },
  { day: 309, times: 5, country: 'Ghana' },
  { day: 347, times: 6, country: 'South Africa' },
];
/** A burst is half gone after a day and a half. */
const fading = 2.2;
const lastsDays = 7;

const burstOn = (day: number) =>
  BURSTS.find((burst) => day >= burst.day && day < burst.day + lastsDays);

function weightOf(day: number, date: Date): number {
  const grown = 0.12 + 0.88 / (1 + Math.exp((200 - day) / 60));
  const burst = burstOn(day);
  const extra = burst ? burst.times * Math.exp((burst.day - day) / fading) : 0;
  return (grown + extra * grown) * (WEEKDAYS[date.getUTCDay()] ?? 1);
}

/** The year that ends at `now`: moments as a growing campaign has them. */
export function yearUntil(now: Date, chance: Chance) {
  const start = now.getTime() - days(daysInAll);
  const midnight = Math.floor(start / days(1)) * days(1);
  const until: number[] = [];
  for (let day = 0, sum = 0; day <= daysInAll; day++)
    until.push((sum += weightOf(day, new Date(midnight + days(day)))));
  const drawHour = chance.drawing(Object.fromEntries(HOURS.map((share, hour) => [hour, share])));

  /** A moment, and the country in which it was a day to talk about. */
  function draw(): { at: Date; country?: string } {
    for (;;) {
      const aim = chance.between(0, until.at(-1) ?? 0);
      const day = until.findIndex((sum) => sum > aim);
      const at = midnight + days(day) + hours(Number(drawHour()));
      const time = new Date(Math.floor(at + chance.between(0, hours(1))));
      if (time.getTime() < start || time > now) continue;
      const country = burstOn(day)?.country;
      return country && chance.happens(0.6) ? { at: time, country } : { at: time };
    }
  }
  return { now, draw };
}
export type Year = ReturnType<typeof yearUntil>;

export const later = (from: Date, ms: number): Date => new Date(Math.floor(from.getTime() + ms));
export const minutesAfter = (from: Date, count: number): Date => later(from, minutes(count));
export const daysAfter = (from: Date, count: number): Date => later(from, days(count));

/** When the team comes to something that waited for so long: on a working day, between 8 and 17 o'clock UTC. */
export function inWorkingHours(
  chance: Chance,
  from: Date,
  leastDays: number,
  mostDays: number,
): Date {
  const at = daysAfter(from, chance.between(leastDays, mostDays));
  const hour = at.getUTCHours();
  if (hour >= 17) at.setTime(Math.floor(at.getTime() / days(1)) * days(1) + days(1) + hours(8));
  else if (hour < 8) at.setTime(Math.floor(at.getTime() / days(1)) * days(1) + hours(8));
  while (at.getUTCDay() === 0 || at.getUTCDay() === 6) at.setTime(at.getTime() + days(1));
  return later(at, chance.between(0, minutes(50)));
}
