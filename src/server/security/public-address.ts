import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** https://www.iana.org/assignments/iana-ipv4-special-registry: what is no host of the public internet. */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(net, bits, 'ipv4');
}
/** Of IPv6 only 2000::/3 is handed out; inside it these carry other addresses or none. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, bits, 'ipv6');
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address))
    return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return isIP(address) === 4 && !special.check(address, 'ipv4');
}

/** A server that we do not speak to; the message says why. */
export class RefusedServer extends Error {}

/**
 * The IP address to connect to. An administrator names the host, so it must not lead into our own
 * network: every address that the name has must be public, and the one that was checked is used.
 * `what` says what it should have been, such as "mail server". Throws `RefusedServer`, or the resolver's error.
 */
export async function publicAddressOf(
  host: string,
  { allowPrivate, what }: { allowPrivate: boolean; what: string },
): Promise<string> {
  const addresses = await lookup(host, { all: true });
  const [first] = addresses;
  if (!first) throw new RefusedServer(`${host} has no address.`);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new RefusedServer(`${host} is not a public ${what}.`);
  }
  return first.address;
}
