import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, SettingError } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-africa-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const secret = 'x'.repeat(32);
const read = (environment: Record<string, string | undefined> = {}) =>
  readSettings({ DATA_DIR: folder, ...environment });
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://example.org',
  DATABASE_URL: 'postgres://u@h/d',
  APP_SECRET: secret,
};

describe('without settings', () => {
  test('the site listens on this machine alone, on port 3000', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
    });
  });

  test('a secret is made once, for its owner alone', () => {
    const made = read().appSecret;
    expect(Buffer.byteLength(made)).toBeGreaterThanOrEqual(32);
    expect(read().appSecret).toBe(made);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });
});

describe('a wrong setting', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/path'],
    ['DATABASE_URL', 'mysql://host/name'],
    ['APP_SECRET', 'short'],
    ['APP_SECRET_PREVIOUS', 'short'],
    ['ADMIN_EMAIL', 'nobody'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['EMBED_ORIGINS', 'partner.example'],
    ['EMBED_ORIGINS', '*'],
    ['EMBED_ORIGINS', 'https://*.partner.example'],
    ['EMBED_ORIGINS', 'https://partner.example/page'],
    ['EMBED_ORIGINS', 'https://one.example,https://two.example'],
    ['EMBED_ORIGINS', "https://partner.example; script-src 'unsafe-inline'"],
    ['SECURITY_CONTACT', 'security'],
    ['SECURITY_CONTACT', 'http://example.org/report'],
    ['SECURITY_CONTACT', 'a@example.org\nExpires: 2000-01-01T00:00:00Z'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['ADMIN_PASSWORD_MIN_LENGTH', '5'],
    ['REQUIRE_ADMIN_2FA', 'always'],
    ['SIGNATURES_NEED_CONFIRMATION', 'maybe'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_MAX_DAYS', 'many'],
    ['ADDRESS_LIMIT_FACTOR', '0'],
    ['ADDRESS_LIMIT_FACTOR', 'twice'],
    ['MAX_EVENT_LOOP_DELAY_MS', '-1'],
    ['ALLOW_PRIVATE_SMTP', 'yes'],
    ['PAYPAL_ENVIRONMENT', 'production'],
    ['PAYPAL_API_URL', 'paypal.com'],
    ['PAYPAL_SDK_URL', 'javascript:alert(1)'],
    ['ETH_RPC_URLS', 'https://rpc.example.org,ws://rpc.example.org'],
    ['ETH_CHAIN_ID', '5'],
    ['ETH_USD_FEED', '0x5f4ec3df9cbd43714fe2740f5e3616155c5b841'],
    ['MAX_PRICE_DIFFERENCE_PERCENT', '0.5'],
    ['MAX_PRICE_DIFFERENCE_PERCENT', '100'],
    ['USDT_ADDRESS', 'dAC17F958D2ee523a2206206994597C13D831ec7'],
    ['WALLETCONNECT_PROJECT_ID', 'a b'],
    ['WALLETCONNECT_RELAY_URL', 'https://relay.example.org'],
    ['ALLOW_EMBEDDED_IN_PRODUCTION', 'on'],
    ['METRICS_TOKEN', 'short'],
    ['SANDBOX_PORT_BASE', '80'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s stops the start with a sentence that names it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(SettingError);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must .+\\.$`));
  });

  test('beside another one: both are named', () => {
    expect(() => read({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
      /^PORT must .+\.\nLOG_LEVEL must .+\.$/,
    );
  });

  test.each([
    ['PUBLIC_URL', { ...production, PUBLIC_URL: undefined }],
    ['DATABASE_URL', { ...production, DATABASE_URL: '' }],
    ['APP_SECRET', { ...production, APP_SECRET: undefined }],
    ['APP_SECRET_PREVIOUS', { ...production, APP_SECRET_PREVIOUS: secret }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@example.org' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'short' }],
    [
      'ADMIN_PASSWORD must have at least 14 characters',
      {
        ADMIN_EMAIL: 'a@example.org',
        ADMIN_PASSWORD: 'thirteen long',
        ADMIN_PASSWORD_MIN_LENGTH: '14',
      },
    ],
  ])('a missing or contradicting %s is named', (name, environment) => {
    expect(() => read(environment)).toThrow(SettingError);
    expect(() => read(environment)).toThrow(name);
  });
});

describe('a second factor of administrators', () => {
  const isRequired = (environment: object) => read({ ...environment }).requireAdminSecondFactor;

  test('is required in production, unless the operator says otherwise', () => {
    expect(isRequired(production)).toBe(true);
    expect(isRequired({ ...production, REQUIRE_ADMIN_2FA: '' })).toBe(true);
    expect(isRequired({ ...production, REQUIRE_ADMIN_2FA: 'false' })).toBe(false);
  });

  test('is asked for elsewhere only where the operator says so', () => {
    expect(isRequired({})).toBe(false);
    expect(isRequired({ REQUIRE_ADMIN_2FA: 'true' })).toBe(true);
  });
});

test('the origins that may embed the button are separated by spaces', () => {
  const EMBED_ORIGINS = ' https://partner.example   http://127.0.0.1:8080 ';
  expect(read({ EMBED_ORIGINS }).embedOrigins).toEqual([
    'https://partner.example',
    'http://127.0.0.1:8080',
  ]);
  expect(read().embedOrigins).toEqual([]);
});

describe('an empty variable', () => {
  test('counts as unset, whichever it is', () => {
    const names = [
      'NODE_ENV',
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATABASE_URL',
      'APP_SECRET',
      'APP_SECRET_PREVIOUS',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'TRUST_PROXY',
      'EMBED_ORIGINS',
      'SECURITY_CONTACT',
      'PASSWORD_MIN_LENGTH',
      'ADMIN_PASSWORD_MIN_LENGTH',
      'REQUIRE_ADMIN_2FA',
      'SESSION_IDLE_MINUTES',
      'SESSION_MAX_DAYS',
      'ADDRESS_LIMIT_FACTOR',
      'MAX_EVENT_LOOP_DELAY_MS',
      'ALLOW_PRIVATE_SMTP',
      'ALLOW_EMBEDDED_IN_PRODUCTION',
      'ALLOW_HTTP_IN_PRODUCTION',
      'METRICS_TOKEN',
      'SANDBOX_PORT_BASE',
      'LOG_LEVEL',
    ];
    expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(read());
  });
});

describe('in production an address without https', () => {
  const at = (PUBLIC_URL: string, more = {}) =>
    read({ ...production, PUBLIC_URL, ...more }).publicUrl;

  test('is refused, and the refusal names the exception', () => {
    expect(() => at('http://example.org')).toThrow(/PUBLIC_URL .*ALLOW_HTTP_IN_PRODUCTION/);
  });

  test('is taken with the exception, and where no other machine can reach it', () => {
    const address = 'http://example.org';
    expect(at(address, { ALLOW_HTTP_IN_PRODUCTION: 'true' })).toBe(address);
    expect(at('http://localhost:3000')).toBe('http://localhost:3000');
  });
});

describe('the sandbox', () => {
  test('is used where only this machine can reach the site', () => {
    expect(read().sandbox).toBe(true);
    expect(read({ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:3000' }).sandbox).toBe(true);
  });

  test.each([
    ['in production', production],
    ['when other machines reach it', { HOST: '0.0.0.0' }],
    ['when its address is public', { PUBLIC_URL: 'https://example.org' }],
    [
      'when its name only begins like this machine',
      { PUBLIC_URL: 'https://localhost.example.org' },
    ],
    ['when its number only begins like this machine', { HOST: '127.0.0.1.example.org' }],
  ])('is off %s', (_when, environment) => {
    expect(read(environment).sandbox).toBe(false);
  });
});

test('proxies are believed by address, several of them', () => {
  expect(read({ TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32,192.0.2.1' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '2001:db8::/32',
    '192.0.2.1',
  ]);
});

describe('the sandbox', () => {
  test('is used on this machine alone', () => {
    expect(read().sandbox).toBe(true);
    expect(read({ HOST: '0.0.0.0' }).sandbox).toBe(false);
    expect(read({ PUBLIC_URL: 'https://example.org' }).sandbox).toBe(false);
    expect(read(production).sandbox).toBe(false);
  });

  test('is never used beside an account that moves real money', () => {
    expect(read({ PAYPAL_ENVIRONMENT: 'live' }).sandbox).toBe(false);
  });
});

describe('card payment', () => {
  test('needs both halves of the account', () => {
    expect(() => read({ PAYPAL_CLIENT_ID: 'id' })).toThrow(SettingError);
    expect(read().paypal).toBeUndefined();
  });

  test('speaks to PayPal’s own sandbox unless it is set to live', () => {
    const account = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };
    expect(read(account).paypal).toMatchObject({
      environment: 'sandbox',
      apiUrl: 'https://api-m.sandbox.paypal.com',
    });
    expect(read({ ...account, PAYPAL_ENVIRONMENT: 'live' }).paypal?.apiUrl).toBe(
      'https://api-m.paypal.com',
    );
  });
});
