import type { AppContext, RequestContext } from '../../server/context.ts';
import { siteNetworkOf } from '../../server/security/network-address.ts';
import { openedAtOf } from '../../server/security/spam.ts';
import { days, seconds } from '../../shared/time.ts';

/** For so long the mark of a signature is kept; the privacy page says so. */
export const markLifetimeMs = days(7);

const longestOpenMs = days(1);

type MarkContext = Pick<AppContext, 'secrets'> & Pick<RequestContext<unknown>, 'request'>;

/** What is kept for some days beside a signature to find mass signing: where it was sent from, and how fast. */
export function markOf({ secrets, request: { ip, cookies } }: MarkContext) {
  const openedAt = openedAtOf({ secrets }, cookies.opened);
  // The clock of the cookie, which another process may have set.
  const openMs = openedAt === undefined ? undefined : Math.max(0, Date.now() - openedAt);
  return {
    networkMark: secrets.digest('signature-network', siteNetworkOf(ip)),
    openSeconds:
      openMs === undefined ? null : Math.floor(Math.min(openMs, longestOpenMs) / seconds(1)),
  };
}
