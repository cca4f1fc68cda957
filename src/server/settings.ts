import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { codeOf } from './error-code.ts';

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((v) => v === 'true' || v === '1');

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`);

const isCidr = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (!family || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

const isLoopbackHost = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** As browsers see it: https, or an address that no other machine can reach. */
const isSecure = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopbackHost(hostname);
};

const webAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address such as https://example.org',
    abort: true,
  })
  .refine((u) => new URL(u).pathname === '/', 'must not have a path')
  .transform((u) => new URL(u).origin);

/** As RFC 9116 writes it: with its scheme. */
const securityContact = z.union(
  [
    z.email().transform((address) => `mailto:${address}`),
    z.url({ protocol: /^https$/ }).transform((page) => new URL(page).href),
  ],
  { error: 'must be an email address or the https address of a page' },
);

const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** A whole origin: in a policy an asterisk would mean many, and a semicolon another directive. */
const isOrigin = (text: string) =>
  /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.parse(text)?.origin === text;

const ethereumAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an Ethereum address: 0x and 40 hexadecimal digits');

const secret = z
  .string()
  .refine((s) => Buffer.byteLength(s) >= 32, 'must be at least 32 bytes long');

/** https://developer.paypal.com/api/rest/requests/ */
const PAYPAL_API_URLS = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const;

/** docs/settings.md has a row for each variable. The messages complete the sentence "NAME …". */
const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host:5432/name')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  APP_SECRET: secret.optional(),
  APP_SECRET_PREVIOUS: secret.optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_ENVIRONMENT: z
    .enum(['sandbox', 'live'], { error: 'must be sandbox or live' })
    .default('sandbox'),
  PAYPAL_API_URL: webAddress.optional(),
  PAYPAL_SDK_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org/sdk/js' })
    .optional(),
  ETH_RPC_URLS: z
    .string()
    .transform((s) => s.split(',').map((part) => part.trim()))
    .refine((l) => l.every(isHttpUrl), 'must be a comma-separated list of http(s) addresses')
    // Twice the same node is one voice, not two that agree.
    .transform((l) => [...new Set(l.map((url) => new URL(url).href))])
    .optional(),
  ETH_CHAIN_ID: z
    .enum(['1', '11155111'], { error: 'must be 1 (Ethereum) or 11155111 (Sepolia)' })
    .transform(Number)
    .default(1),
  ETH_USD_FEED: ethereumAddress.default('0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'),
  USDT_USD_FEED: ethereumAddress.default('0x3E7d1eAB13ad0104d2750B8863b489D65364e32D'),
  USDT_ADDRESS: ethereumAddress.default('0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  MAX_PRICE_DIFFERENCE_PERCENT: whole(1, 20).default(2),
  UNDO_SECONDS: whole(0, 600).default(10),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'must be the project id of your WalletConnect account')
    .optional(),
  WALLETCONNECT_RELAY_URL: z
    .url({ protocol: /^wss?$/, error: 'must be an address such as wss://relay.example.org' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((s) => s.split(',').map((part) => part.trim()))
    .refine(
      (l) => l.every(isCidr),
      'must be a comma-separated list of addresses or CIDRs such as 10.0.0.0/8',
    )
    .optional(),
  EMBED_ORIGINS: z
    .string()
    .transform((s) => s.split(/\s+/).filter(Boolean))
    .refine(
      (l) => l.every(isOrigin),
      'must be a space-separated list of addresses without a path, such as https://partner.example',
    )
    .default([]),
  SECURITY_CONTACT: securityContact.optional(),
  PASSWORD_MIN_LENGTH: whole(6, 128).default(6),
  ADMIN_PASSWORD_MIN_LENGTH: whole(6, 128).optional(),
  REQUIRE_ADMIN_2FA: flag.optional(),
  MESSAGING_REQUIRES_VERIFIED_EMAIL: flag.default(true),
  SIGNATURES_NEED_CONFIRMATION: flag.default(true),
  SESSION_IDLE_MINUTES: whole(1, 525_600).optional(),
  SESSION_MAX_DAYS: whole(1, 365).default(30),
  ADDRESS_LIMIT_FACTOR: z.coerce
    .number('must be a number above 0')
    .positive('must be a number above 0')
    .default(1),
  MAX_EVENT_LOOP_DELAY_MS: whole(0, 600_000).default(2000),
  DRAIN_SECONDS: whole(0, 300).default(0),
  ALLOW_PRIVATE_SMTP: flag.default(false),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  ALLOW_EMBEDDED_IN_PRODUCTION: flag.default(false),
  ALLOW_HTTP_IN_PRODUCTION: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SANDBOX_PORT_BASE: whole(1024, 65_000).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
});

export type Settings = ReturnType<typeof readSettings>;

/** A wrong setting; its message is a sentence that names the variable. The start stops with it. */
export class SettingError extends Error {}

/**
 * Parses the environment once. An empty variable counts as unset.
 * Creates `DATA_DIR` and, outside production, the generated secret in it.
 * Throws `SettingError` when a variable is wrong or two contradict.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, v]) => v !== undefined && v !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new SettingError(
      parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'),
    );
  }
  const env = parsed.data;
  const production = isProduction(env);
  const dataDir = resolve(env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? (env.PORT ? `http://localhost:${env.PORT}` : undefined);

  requireConsistent(env);
  const appSecret = env.APP_SECRET ?? generatedSecret(dataDir);
  if (env.APP_SECRET_PREVIOUS === appSecret)
    throw new SettingError('APP_SECRET_PREVIOUS must differ from APP_SECRET.');
  const loopback =
    isLoopbackHost(env.HOST) && (!publicUrl || isLoopbackHost(new URL(publicUrl).hostname));

  return {
    production,
    port: env.PORT,
    host: env.HOST,
    /** Unset only when PORT is 0: then the address is known after listening. */
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    dataDir,
    appSecret,
    /** What was made with it is still accepted. */
    appSecretPrevious: env.APP_SECRET_PREVIOUS,
    firstAdmin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    trustProxy: env.TRUST_PROXY,
    /** Origins whose pages may show /embed in a frame. */
    embedOrigins: env.EMBED_ORIGINS,
    /** Where someone reports a weakness of the site: the contact in security.txt. */
    securityContact: env.SECURITY_CONTACT,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    adminPasswordMinLength: adminPasswordMinLengthOf(env),
    requireAdminSecondFactor: env.REQUIRE_ADMIN_2FA ?? production,
    messagingRequiresVerifiedEmail: env.MESSAGING_REQUIRES_VERIFIED_EMAIL,
    /** A signature counts once its link in the thank-you email was used; off: all count. */
    signaturesNeedConfirmation: env.SIGNATURES_NEED_CONFIRMATION,
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    sessionMaxDays: env.SESSION_MAX_DAYS,
    addressLimitFactor: env.ADDRESS_LIMIT_FACTOR,
    /** Above it the site sheds load; 0 never does. */
    maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    /** How long the site serves on after SIGTERM or SIGINT while `/readyz` says that it is leaving. */
    drainMs: env.DRAIN_SECONDS * 1000,
    /** How long emails about what an administrator has recorded wait. */
    undoMs: env.UNDO_SECONDS * 1000,
    allowPrivateSmtp: env.ALLOW_PRIVATE_SMTP,
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    metricsToken: env.METRICS_TOKEN,
    sandboxPortBase: env.SANDBOX_PORT_BASE,
    /** PayPal's account of ours; unset: card payment is off, or the sandbox's. */
    paypal:
      env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET
        ? {
            clientId: env.PAYPAL_CLIENT_ID,
            clientSecret: env.PAYPAL_CLIENT_SECRET,
            webhookId: env.PAYPAL_WEBHOOK_ID,
            environment: env.PAYPAL_ENVIRONMENT,
            apiUrl: env.PAYPAL_API_URL ?? PAYPAL_API_URLS[env.PAYPAL_ENVIRONMENT],
            sdkUrl: env.PAYPAL_SDK_URL,
          }
        : undefined,
    ethereum: {
      rpcUrls: env.ETH_RPC_URLS,
      chainId: env.ETH_CHAIN_ID,
      ethUsdFeed: env.ETH_USD_FEED,
      usdtUsdFeed: env.USDT_USD_FEED,
      usdtAddress: env.USDT_ADDRESS,
      maxPriceDifferencePercent: env.MAX_PRICE_DIFFERENCE_PERCENT,
    },
    walletConnect: env.WALLETCONNECT_PROJECT_ID
      ? { projectId: env.WALLETCONNECT_PROJECT_ID, relayUrl: env.WALLETCONNECT_RELAY_URL }
      : undefined,
    /**
     * The sandbox of outside services: never in production, never reachable from another machine, never
     * beside an account that moves real money.
     */
    sandbox: !production && loopback && env.PAYPAL_ENVIRONMENT !== 'live',
    logLevel: env.LOG_LEVEL,
  };
}

const isProduction = ({ NODE_ENV }: z.output<typeof Environment>) => NODE_ENV === 'production';

/** What holds for everyone holds for administrators too. */
const adminPasswordMinLengthOf = (env: z.output<typeof Environment>) =>
  Math.max(env.PASSWORD_MIN_LENGTH, env.ADMIN_PASSWORD_MIN_LENGTH ?? 0);

/** Throws a `SettingError` when a setting is missing that production needs, or when two contradict. */
function requireConsistent(env: z.output<typeof Environment>): void {
  if (isProduction(env) && !env.PUBLIC_URL) {
    throw new SettingError(
      'PUBLIC_URL must be set in production, for example https://example.org.',
    );
  }
  if (
    isProduction(env) &&
    env.PUBLIC_URL &&
    !isSecure(env.PUBLIC_URL) &&
    !env.ALLOW_HTTP_IN_PRODUCTION
  ) {
    throw new SettingError(
      'PUBLIC_URL must begin with https:// in production: otherwise passwords and payment details can be read and changed on their way. ' +
        'ALLOW_HTTP_IN_PRODUCTION=true accepts that.',
    );
  }
  if (isProduction(env) && !env.DATABASE_URL && !env.ALLOW_EMBEDDED_IN_PRODUCTION) {
    throw new SettingError(
      'DATABASE_URL must be set in production: the embedded database never calls fsync and can lose data in a power cut. ' +
        'ALLOW_EMBEDDED_IN_PRODUCTION=true accepts that.',
    );
  }
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
    throw new SettingError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together or not at all.');
  }
  const shortest = adminPasswordMinLengthOf(env);
  if (env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length < shortest)
    throw new SettingError(`ADMIN_PASSWORD must have at least ${shortest} characters.`);
  if (isProduction(env) && !env.APP_SECRET) {
    throw new SettingError('APP_SECRET must be set in production to at least 32 random bytes.');
  }
  if (Boolean(env.PAYPAL_CLIENT_ID) !== Boolean(env.PAYPAL_CLIENT_SECRET)) {
    throw new SettingError(
      'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must be set together or not at all.',
    );
  }
}

/** 32 random bytes kept in the data folder, so that a restart can still read what it encrypted. */
function generatedSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = resolve(dataDir, 'secret');
  if (!existsSync(file)) {
    // `wx`: of two starts at the same moment one writes and both read the same secret.
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
