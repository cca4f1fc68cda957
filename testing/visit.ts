import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../src/shared/time.ts';
import { waitFactor } from './workspace.ts';

/** The answer of one call, as far as a browser sees it. */
export interface Answer {
  status: number;
  text: string;
  /** Name and value of every cookie that was set. */
  cookies: string[];
  retryAfter: string | undefined;
  type: string | undefined;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** Idempotency-Key. */
  key?: string;
  /** Idempotency-Secret of the page; the same one without it. */
  pageSecret?: string;
  /** The caller's network address. */
  from?: string;
  cookie?: string | undefined;
  timeoutMs?: number;
}

/** Sends what a page of ours sends. Throws when no whole answer came. */
export async function send(origin: string, call: Call): Promise<Answer> {
  const { port } = new URL(origin);
  const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
    method: call.method ?? 'POST',
    redirect: 'manual',
    headers: {
      origin,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.key
        ? {
            'idempotency-key': call.key,
            'idempotency-secret': call.pageSecret ?? 'the-secret-of-one-page',
          }
        : {}),
      ...(call.from ? { 'x-forwarded-for': call.from } : {}),
      ...(call.cookie ? { cookie: call.cookie } : {}),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: AbortSignal.timeout((call.timeoutMs ?? 15_000) * waitFactor),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    cookies: response.headers.getSetCookie(),
    retryAfter: response.headers.get('retry-after') ?? undefined,
    type: response.headers.get('content-type') ?? undefined,
  };
}

/** After so many 503 in a row the last one is the answer. */
const mostAsked = 10;

/**
 * Sends a call, and again as long as the site asks to come again (503), as it does when all its connections have been
 * taken for two seconds. Answers also how often it did.
 */
export async function sendUntilTaken(
  origin: string,
  call: Call,
): Promise<Answer & { timesAsked: number }> {
  for (let timesAsked = 0; ; timesAsked++) {
    const answer = await send(origin, call);
    if (answer.status !== 503 || timesAsked >= mostAsked) return { ...answer, timesAsked };
    await sleep(seconds(Number(answer.retryAfter)));
  }
}

/** The Cookie header that a browser sends after this answer. */
export const cookieFrom = ({ cookies }: Pick<Answer, 'cookies'>) =>
  cookies.map((cookie) => cookie.split(';')[0]).join('; ');

/** An address of its own for the n-th person. */
export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Logs the administrator in; answers the cookie. */
export async function logInAsAdmin(
  origin: string,
  admin: { email: string; password: string },
): Promise<string> {
  const answer = await send(origin, { path: '/api/auth/login', body: admin });
  if (answer.status !== 200)
    throw new Error(`The administrator could not log in: ${answer.status} ${answer.text}`);
  return cookieFrom(answer);
}

/** Switches Zelle and bank transfer on, without which no claim is taken. */
export async function openManualRails(origin: string, cookie: string): Promise<void> {
  const configs = [
    { configType: 'zelle', configData: { email: 'pay@prove.example' } },
    {
      configType: 'bank',
      configData: {
        bankName: 'First Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
      },
    },
  ];
  for (const body of configs) {
    const answer = await send(origin, { path: '/api/admin/payment-config', body, cookie });
    if (answer.status !== 201)
      throw new Error(
        `${body.configType} could not be switched on: ${answer.status} ${answer.text}`,
      );
  }
}

export const applicant = (email: string) => ({
  firstName: 'Awa',
  lastName: 'Diop',
  dateOfBirth: '02/28/1990',
  placeOfBirth: 'Dakar',
  currentNationality: 'Senegal',
  telephone: '+221771234567',
  email,
  homeAddress: '12 Avenue Bourguiba, Dakar',
});
