import { expect, test } from 'vitest';
import { externalServicesOf, type SandboxServices } from './external-services.ts';
import { readSettings } from './settings.ts';

const sandboxServices: SandboxServices = {
  card: {
    apiUrl: 'http://127.0.0.1:1',
    sdkUrl: 'http://127.0.0.1:1/sdk',
    clientId: 'sandbox-client',
    clientSecret: 'secret',
    webhookId: 'W',
    webhookAuthority: 'PEM',
  },
  chain: {
    rpcUrls: ['http://127.0.0.1:2', 'http://127.0.0.1:4'],
    walletUrl: 'http://127.0.0.1:2/wallet.js',
    exchanges: { coinbase: 'c', kraken: 'k' },
  },
  walletRelay: { projectId: 'p', relayUrl: 'ws://127.0.0.1:3' },
};
const servicesOf = (environment: Record<string, string>, sandbox?: SandboxServices) =>
  externalServicesOf(
    readSettings({ APP_SECRET: 'x'.repeat(32), NODE_ENV: 'test', ...environment }),
    () => sandbox,
  );
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://example.org',
  DATABASE_URL: 'postgres://u@h/d',
};
const account = { PAYPAL_CLIENT_ID: 'ours', PAYPAL_CLIENT_SECRET: 'secret' };

test('a service that is not configured is the sandbox’s, and its payments are tests', () => {
  const { card, chain, walletRelay } = servicesOf({}, sandboxServices);
  expect(card()).toMatchObject({
    clientId: 'sandbox-client',
    environment: 'sandbox',
    isTest: true,
  });
  expect(chain()).toMatchObject({
    rpcUrls: ['http://127.0.0.1:2', 'http://127.0.0.1:4'],
    pageRpcUrl: 'http://127.0.0.1:2',
    chainId: 1,
    isTest: true,
  });
  expect(walletRelay()).toEqual(sandboxServices.walletRelay);
});

test('a configured service is used instead of the sandbox’s', () => {
  const { card, chain } = servicesOf(
    {
      ...account,
      ETH_RPC_URLS: 'https://rpc.example.org/v3?key=1, https://RPC.example.org/v3?key=1',
    },
    sandboxServices,
  );
  expect(card()).toMatchObject({ clientId: 'ours', webhookAuthority: undefined, isTest: true });
  expect(chain()).toMatchObject({ rpcUrls: ['https://rpc.example.org/v3?key=1'], isTest: false });
});

test('without a sandbox, what is not configured is off', () => {
  const { card, chain, walletRelay } = servicesOf({ HOST: '0.0.0.0' });
  expect([card(), chain(), walletRelay()]).toEqual([undefined, undefined, undefined]);
});

test('in production the chain’s public addresses are read, and a live account moves real money', () => {
  const { card, chain } = servicesOf({ ...production, ...account, PAYPAL_ENVIRONMENT: 'live' });
  expect(card()).toMatchObject({ apiUrl: 'https://api-m.paypal.com', isTest: false });
  expect(chain()?.rpcUrls[0]).toMatch(/^https:/);
  expect(chain()?.isTest).toBe(false);
});

test('a payment on the test network is a test, also in production', () => {
  expect(servicesOf({ ...production, ETH_CHAIN_ID: '11155111' }).chain()?.isTest).toBe(true);
});
