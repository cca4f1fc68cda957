import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../server/security/public-address.ts';
import { checkedAddress } from './server-address.gateway.ts';

describe('the address of a mail server', () => {
  test.each(['8.8.8.8', '142.250.1.109', '2a00:1450:4025::6c'])('%s is public', async (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each([25, 80, 22, 5432])('on port %i is refused', async (port) => {
    await expect(checkedAddress({ host: '8.8.8.8', port }, true)).rejects.toThrow(
      `Port ${port} is not a port for sending mail`,
    );
  });
  test('that is private is taken when ALLOW_PRIVATE_SMTP says so', async () => {
    expect(await checkedAddress({ host: '127.0.0.1', port: 587 }, true)).toBe('127.0.0.1');
    await expect(checkedAddress({ host: '127.0.0.1', port: 587 }, false)).rejects.toThrow(
      'not a public mail server',
    );
  });
});
