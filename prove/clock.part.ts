import type { App } from '../testing/app.ts';
import { send } from '../testing/visit.ts';

/** Instances of one site, and how far its clock is ahead. */
export interface MovedSite {
  apps: readonly App[];
  aheadMs: number;
}

/** Moves the clock of a site. One comes after all instances; each is asked to read it. */
export async function advance(site: MovedSite, ms: number): Promise<void> {
  site.aheadMs += ms;
  for (const [n, app] of site.apps.entries())
    await send(app.origin, {
      method: 'PUT',
      path: '/sandbox/clock',
      body: { advanceMs: n === 0 ? ms : 0 },
    });
}
