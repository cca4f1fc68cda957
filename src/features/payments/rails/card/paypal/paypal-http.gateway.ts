import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import * as z from 'zod/mini';
import { codeOf } from '../../../../../server/error-code.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import { seconds } from '../../../../../shared/time.ts';
import { RefusalAnswer } from './paypal.rules.ts';

/**
 * The outcome of a call. `refused`: PayPal did nothing, for the reason in its issue code. `unknown`: it may or
 * may not have happened; the same call with the same request id, or a read, tells. The debug id is what PayPal's
 * support asks for: https://developer.paypal.com/api/rest/responses/
 */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | ({ kind: 'refused'; status: number } & Refusal)
  | { kind: 'unknown'; why: string; debugId?: string };

export interface Refusal {
  issue: string;
  debugId?: string;
}

/** A refusal in one line, for people. */
export const refusalText = ({ issue, debugId }: Refusal): string =>
  debugId ? `${issue} (PayPal-Debug-Id ${debugId})` : issue;

/** Why a call brought no answer, in one line, for people. */
export const problemOf = (answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string =>
  answer.kind === 'refused' ? refusalText(answer) : answer.why;

export interface Call<Shape extends $ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The request id: a call with the same one happens once (orders: PayPal stores it for six hours). */
  requestId?: string;
  /** JSON, a form, or the bytes of `contentType`. */
  body?: object;
  contentType?: string;
  /** PayPal knows no request ids for it: an unknown outcome is never tried again, as a repetition would be refused. */
  isOnce?: boolean;
  /** Of the answer. */
  shape: Shape;
}

const timeOutMs = seconds(10);
/** A payer waits: what failed at once is tried again, what took long is left to the reconciler. */
const retryWithinMs = seconds(4);
const pausesMs = [100, 400];

type Try<T> = Answer<T> & { again?: boolean };

/** Calls PayPal; never throws for what PayPal or the line does. */
export async function callPaypal<Shape extends $ZodType>(
  card: CardService,
  call: Call<Shape>,
): Promise<Answer<output<Shape>>> {
  return trying(async () => {
    const token = await accessToken(card);
    if (token.kind !== 'ok') return token;
    const tried = await send(card, call, `Bearer ${token.value}`);
    if (tried.kind !== 'unknown') return tried;
    if (tried.why === 'HTTP 401') tokens.delete(keyOf(card));
    const isUndone = tried.why === 'HTTP 401' || tried.why === 'HTTP 429';
    return call.isOnce && !isUndone ? { ...tried, again: false } : tried;
  });
}

/** Network errors, 5xx and 429 are tried again, a few times, with the same request id. */
async function trying<T>(attempt: () => Promise<Try<T>>): Promise<Answer<T>> {
  const startedAt = performance.now();
  for (let tries = 0; ; tries++) {
    const { again, ...answer } = await attempt();
    const pauseMs = pausesMs[tries];
    const isLate = performance.now() - startedAt > retryWithinMs;
    if (!again || pauseMs === undefined || isLate) return answer;
    await sleep(pauseMs);
  }
}

async function send<Shape extends $ZodType>(
  card: CardService,
  { method, path, requestId, body, contentType = 'application/json', shape }: Call<Shape>,
  authorization: string,
): Promise<Try<output<Shape>>> {
  const isForm = body instanceof URLSearchParams;
  const isReady = isForm || body instanceof Uint8Array;
  let status: number;
  let text: string;
  let debugId: string | null;
  try {
    const response = await fetch(card.apiUrl + path, {
      method,
      headers: {
        Authorization: authorization,
        Accept: 'application/json',
        Prefer: 'return=representation',
        ...(method === 'POST' && !isForm ? { 'Content-Type': contentType } : {}),
        ...(requestId ? { 'PayPal-Request-Id': requestId } : {}),
      },
      ...(body
        ? {
            body: isReady
              ? (body as Uint8Array<ArrayBuffer> | URLSearchParams)
              : JSON.stringify(body),
          }
        : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeOutMs),
    });
    status = response.status;
    debugId = response.headers.get('paypal-debug-id');
    text = await response.text();
  } catch (error) {
    return { kind: 'unknown', why: networkWord(error), again: true };
  }
  const answer: Try<output<Shape>> = read(status, text, shape);
  return answer.kind === 'ok' || !debugId ? answer : { ...answer, debugId };
}

/** What an answer says: only JSON of the expected shape is a yes, only a 4xx with a reason is a no. */
function read<Shape extends $ZodType>(
  status: number,
  text: string,
  shape: Shape,
): Try<output<Shape>> {
  if (status >= 500 || status === 429 || status === 401)
    return { kind: 'unknown', why: `HTTP ${status}`, again: true };
  const json = parsed(text);
  if (status >= 200 && status < 300) {
    const { success, data } = safeParse(shape, status === 204 ? {} : json);
    return success
      ? { kind: 'ok', value: data }
      : { kind: 'unknown', why: 'an answer that is not as documented' };
  }
  const { success, data } = safeParse(RefusalAnswer, json);
  const issue = success ? (data.details?.[0]?.issue ?? data.name ?? data.error) : undefined;
  // 408, 409, 425: another call with the same request id is under way; ask later.
  const isUnderWay = [408, 409, 425].includes(status) || REQUEST_ID_USED.includes(issue ?? '');
  if (!issue || isUnderWay || status < 400)
    return { kind: 'unknown', why: `HTTP ${status} ${issue ?? ''}`.trim() };
  return { kind: 'refused', status, issue };
}

/**
 * A call with this request id was made before, with another body: what that one did is not said.
 * https://developer.paypal.com/api/payment-tokens/v3/errors/paypal_request_id_previously_used
 */
const REQUEST_ID_USED: readonly string[] = [
  'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
  'DUPLICATE_REQUEST_ID',
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // half an answer is none
  }
}

function networkWord(error: unknown): string {
  if (!(error instanceof Error)) return 'network';
  return String(codeOf(error.cause) ?? error.name);
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
/** One per account and process; renewed a minute before PayPal forgets it. */
const tokens = new Map<string, Promise<{ answer: Answer<string>; untilMs: number }>>();
const renewBeforeMs = seconds(60);

const keyOf = ({ apiUrl, clientId, clientSecret }: CardService) =>
  createHash('sha256')
    .update(JSON.stringify([apiUrl, clientId, clientSecret]))
    .digest('base64url');

/** The access token of our account: https://developer.paypal.com/api/rest/authentication/ */
async function accessToken(card: CardService): Promise<Try<string>> {
  const key = keyOf(card);
  const cached = tokens.get(key);
  const known = await cached;
  if (known?.answer.kind === 'ok' && known.untilMs > Date.now()) return known.answer;
  // Of many callers who find it gone one asks.
  let request = tokens.get(key);
  if (!request || request === cached) {
    request = askToken(card);
    tokens.set(key, request);
  }
  const asked = await request;
  return asked.answer.kind === 'ok' ? asked.answer : { ...asked.answer, again: true };
}

async function askToken(card: CardService) {
  const basic = Buffer.from(`${card.clientId}:${card.clientSecret}`).toString('base64');
  const answer = await send(
    card,
    {
      method: 'POST',
      path: '/v1/oauth2/token',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      shape: Token,
    },
    `Basic ${basic}`,
  );
  if (answer.kind !== 'ok') {
    // A refused key says nothing about the call that needed it.
    const why = answer.kind === 'refused' ? answer.issue : answer.why;
    return { answer: { kind: 'unknown', why: `no access: ${why}` } as const, untilMs: 0 };
  }
  const { access_token, expires_in } = answer.value;
  const untilMs = Date.now() + seconds(expires_in) - renewBeforeMs;
  return { answer: { kind: 'ok', value: access_token } as const, untilMs };
}
