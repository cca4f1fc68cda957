import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Reply } from '../control.ts';
import type { Bank } from './bank.ts';
import { type RestCall, say } from './rest.ts';

/** The one merchant of the sandbox. */
export const CLIENT = { id: 'sandbox-client', secret: 'sandbox-secret' } as const;
const TOKEN_LIFETIME_S = 32_400;

/** An access token for anyone who shows the merchant's secret. */
export function giveToken(bank: Bank, { headers, text }: RestCall): Reply {
  const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
  if (!isEqual(String(headers.authorization ?? ''), `Basic ${basic}`))
    return say(401, {
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    });
  if (new URLSearchParams(text).get('grant_type') !== 'client_credentials')
    return say(400, {
      error: 'unsupported_grant_type',
      error_description: 'Grant Type is NULL',
    });
  const endsAt = Math.floor(Date.parse(bank.now()) / 1000) + TOKEN_LIFETIME_S;
  return say(200, {
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: `A21AA${endsAt}.${seal(endsAt)}`,
    token_type: 'Bearer',
    app_id: 'APP-SANDBOX',
    expires_in: TOKEN_LIFETIME_S,
    nonce: `${bank.now()}sandbox`,
  });
}

/** Whether a call shows a token of ours whose time is not over. */
export function hasValidToken(bank: Bank, { headers }: RestCall): boolean {
  const [, endsAt, sealed] =
    /^Bearer A21AA(\d+)\.(\w+)$/.exec(String(headers.authorization ?? '')) ?? [];
  return (
    endsAt !== undefined &&
    isEqual(String(sealed), seal(Number(endsAt))) &&
    Date.parse(bank.now()) < Number(endsAt) * 1000
  );
}

/** Tokens name their end and are sealed, so that they outlive a restart without being kept. */
const seal = (endsAt: number) =>
  createHmac('sha256', CLIENT.secret).update(`access ${endsAt}`).digest('hex');

function isEqual(shown: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
