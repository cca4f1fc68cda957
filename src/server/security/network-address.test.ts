import { expect, test } from 'vitest';
import { networkOf, siteNetworkOf } from './network-address.ts';
import { createLimits } from './rate-limits.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['no address', 'no address'],
  ['', ''],
])('the network of %j is %j', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.255', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['no address', 'no address'],
])('the network of the site of %j is %j', (ip, network) => {
  expect(siteNetworkOf(ip)).toBe(network);
});

test('a limit counts the addresses of one customer together and those of the next one apart', async () => {
  const limits = createLimits(1, () => {});
  for (let n = 0; n < 10; n++) await limits.use('public-form', `2001:db8:1:2::${n}`);
  expect((await limits.use('public-form', '2001:db8:1:2:ffff::1')).within).toBe(false);
  expect((await limits.use('public-form', '2001:db8:1:3::1')).within).toBe(true);
});
