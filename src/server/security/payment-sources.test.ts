import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxServices } from '../external-services.ts';
import { openSite, type Site } from '../testing.ts';

const sandboxServices: SandboxServices = {
  card: {
    apiUrl: 'http://127.0.0.1:7101',
    sdkUrl: 'http://127.0.0.1:7101/sdk/js',
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'webhook',
    webhookAuthority: '',
  },
  chain: {
    rpcUrls: ['http://127.0.0.1:7102'],
    walletUrl: 'http://127.0.0.1:7103/wallet.js',
    exchanges: { coinbase: 'http://127.0.0.1:7103/c', kraken: 'http://127.0.0.1:7103/k' },
  },
  walletRelay: { projectId: 'project', relayUrl: 'ws://127.0.0.1:7104' },
};
const PAYPAL_ACCOUNT = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret' };
const PAYING = ['/', '/apply', '/application'];
const OTHERS = ['/sign', '/volunteer', '/contact', '/privacy', '/nowhere', '/admin', '/profile'];

const sites: Site[] = [];
afterAll(async () => {
  for (const site of sites) await site.close();
});

async function open(
  options: Parameters<typeof openSite>[0],
  { takesCrypto = true } = {},
): Promise<Site> {
  const site = await openSite({ work: false, ...options });
  sites.push(site);
  const admin = await site.loggedIn('admin');
  if (takesCrypto) {
    const configData = { ethereumAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
    const answer = await admin.post(
      '/api/admin/payment-config',
      { configType: 'crypto', configData },
      { origin: site.context.publicUrl },
    );
    expect(answer.status).toBe(201);
    site.dropPages();
  }
  return site;
}

/** The sources of a directive, without those of every document. */
async function foreign(site: Site, path: string) {
  const { headers } = await site.visitor().get(path);
  const policy = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    policy.flatMap((line) => {
      const [directive = '', ...sources] = line.split(' ');
      // These name no sources.
      if (directive.includes('trusted-types')) return [];
      const others = sources.filter((s) => !/^('(self|none|sha256-.*)'|data:)$/.test(s));
      return others.length > 0 && !/^'nonce-[\w+/=]{24}'$/.test(others.join())
        ? [[directive, others]]
        : [];
    }),
  );
}

describe('a document in which somebody can pay', () => {
  let site: Site;
  beforeAll(async () => {
    site = await open({ sandboxServices });
  });

  test.each(PAYING)('%s may load the sandbox of PayPal and the chain', async (path) => {
    expect(await foreign(site, path)).toEqual({
      'script-src': ['http://127.0.0.1:7101', 'http://127.0.0.1:7103'],
      'style-src': ["'nonce-paypal-styles'"],
      'img-src': ['http://127.0.0.1:7101'],
      'connect-src': ['http://127.0.0.1:7101', 'http://127.0.0.1:7102', 'ws://127.0.0.1:7104'],
      'frame-src': ['http://127.0.0.1:7101'],
    });
  });

  test.each(PAYING)('%s can be answered by the window that it opens', async (path) => {
    const { headers } = await site.visitor().get(path);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  test.each(OTHERS)('%s is none of them and speaks to nobody but us', async (path) => {
    expect(await foreign(site, path)).toEqual({});
  });
});

test('PayPal and the chain of the world are reached at their own addresses', async () => {
  const site = await open({
    environment: { ...PAYPAL_ACCOUNT, ETH_RPC_URLS: 'https://rpc.example/key' },
  });
  const paypal = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  expect(await foreign(site, '/')).toEqual({
    'script-src': paypal,
    'style-src': ["'nonce-paypal-styles'"],
    'img-src': paypal,
    // Not the configured address: it may carry a key.
    'connect-src': [...paypal, 'https://ethereum.reth.rs'],
    'frame-src': paypal,
  });
});

test('the vendor’s relay is reached where a project of wallets is configured', async () => {
  const site = await open({
    environment: {
      WALLETCONNECT_PROJECT_ID: 'project-of-wallets',
      ETH_RPC_URLS: 'https://rpc.test',
    },
  });
  expect(await foreign(site, '/')).toEqual({
    'connect-src': ['https://ethereum.reth.rs', 'wss://relay.walletconnect.org'],
  });
});

test('a rail that is off opens the document to nobody', async () => {
  const noAddress = await open({ sandboxServices }, { takesCrypto: false });
  expect(await foreign(noAddress, '/')).toMatchObject({
    'script-src': ['http://127.0.0.1:7101'],
    'connect-src': ['http://127.0.0.1:7101'],
  });
  const nothing = await open({}, { takesCrypto: true });
  expect(await foreign(nothing, '/')).toEqual({});
});
