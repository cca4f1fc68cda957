import { mainnet, sepolia } from 'viem/chains';
import { expect, test } from 'vitest';
import { publicRpcUrlsOf } from '../../../../../server/external-services.ts';
import { readSettings, SettingError } from '../../../../../server/settings.ts';
import { requireContracts } from './paying-chain.service.ts';

const read = (environment: Record<string, string> = {}) =>
  readSettings({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...environment });

test('the contracts that the site comes with are sound', () => {
  expect(() => requireContracts(read())).not.toThrow();
});

test('a contract whose checksum does not match stops the start and is named', () => {
  const mistyped = read({ USDT_ADDRESS: '0xdAC17F958D2ee523a2206206994597C13D831eC7' });
  expect(() => requireContracts(mistyped)).toThrow(SettingError);
  expect(() => requireContracts(mistyped)).toThrow('USDT_ADDRESS');
});

test('without addresses of its own the chain is read where viem reads it', () => {
  for (const { id, rpcUrls } of [mainnet, sepolia])
    expect(publicRpcUrlsOf(id)).toEqual(rpcUrls.default.http);
});
