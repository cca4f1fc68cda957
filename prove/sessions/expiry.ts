import type { Site, Visitor } from '../../src/server/testing.ts';
import { days, minutes } from '../../src/shared/time.ts';
import type { Figures } from '../figures.part.ts';
import { administrator, isAlive, join, keyOf } from './browsers.ts';

/** Members after two weeks of rest, administrators after an hour, everyone after thirty days. */
export async function proveExpiry(site: Site, figures: Figures): Promise<void> {
  const { browser: member } = await join(site);
  const { browser: daily } = await join(site);
  const { browser: dashboard } = await administrator(site);
  const begin = site.clock.now().getTime();
  const goTo = (ms: number) => site.clock.advance(begin + ms - site.clock.now().getTime());
  const seen = async (browser: Visitor) => ((await isAlive(site, keyOf(browser))) ? 'in' : 'out');
  const adminStates: string[] = [];
  goTo(minutes(59));
  adminStates.push(await seen(dashboard));
  goTo(minutes(59 + 60) + 1000);
  adminStates.push(await seen(dashboard));
  figures.add(
    'an administrator after 59 minutes, and after an hour of rest',
    adminStates.join(', '),
    'in, out',
    adminStates.join() === 'in,out',
  );
  const memberEnd: string[] = [];
  for (let day = 1; day < 30; day++) {
    goTo(days(day));
    if ((await seen(daily)) === 'out') throw new Error(`Who comes daily was out on day ${day}.`);
    if (day === 13) memberEnd.push(await seen(member));
  }
  goTo(days(30) - minutes(1));
  const dailyEnd = [await seen(daily)];
  memberEnd.push(await seen(member));
  goTo(days(30) + 1000);
  dailyEnd.push(await seen(daily));
  figures.add(
    'a member after 13 days, and after two weeks of rest',
    memberEnd.join(', '),
    'in, out',
    memberEnd.join() === 'in,out',
  );
  figures.add(
    'who comes daily, before and after 30 days',
    dailyEnd.join(', '),
    'in, out',
    dailyEnd.join() === 'in,out',
  );
}
