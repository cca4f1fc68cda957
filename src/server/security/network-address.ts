import { isIPv4, isIPv6 } from 'node:net';

/**
 * The key of a per-address limit: an IPv4 address, or the first 64 bits of an IPv6 address, as a
 * single customer holds at least so many (RFC 6177). `::ffff:192.0.2.7` is the IPv4 address in it.
 * Texts that are no address stay as they are.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return prefixOf(groups, 4);
}

/**
 * The network of a household, a school or an office: 256 IPv4 addresses, or the first 48 bits of an IPv6 address, as a
 * site is usually given so many (RFC 6177). Texts that are no address stay as they are.
 */
export function siteNetworkOf(ip: string): string {
  const address = networkOf(ip);
  if (isIPv4(address)) return address.replace(/[0-9]{1,3}$/, '0/24');
  const [first = ''] = address.split('/');
  return isIPv6(first) ? prefixOf(groupsOf(first), 3) : address;
}

const prefixOf = (groups: number[], count: number) =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')}::/${count * 16}`;

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(groupsIn);
  if (!tail) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function groupsIn(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
