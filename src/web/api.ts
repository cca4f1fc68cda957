import { type $ZodType, type output, parse } from 'zod/v4/core';
import type { Endpoint } from '../shared/endpoint.ts';
import { fieldsOf } from '../shared/record.ts';
import { words } from '../shared/words.ts';

/** A call that did not succeed. `message` is "status: text" (specification §7); `shown` is for a person. */
export class CallError extends Error {
  readonly status: number;
  readonly shown: string | undefined;
  readonly fields: Record<string, string>;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    const said = readJson(text);
    this.shown = typeof said.message === 'string' ? said.message : undefined;
    this.fields = textsIn(said.fields);
    this.detail = said;
  }
}

/** Whether the server refused to act for whom a page was drawn, as someone else is logged in by now. */
export const isAnotherAccount = (error: unknown) =>
  error instanceof CallError && error.status === 409 && error.detail.reason === 'another-account';

/** No answer came: the request may or may not have arrived, so it is sent again under the same key. */
export class NoAnswer extends Error {}

const textsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, text]) => [name, String(text)]));

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** A name for one operation, so that a second sending of it does nothing twice. */
export function newIdempotencyKey(): string {
  // `randomUUID` exists on https and localhost only.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Shows that a repeated call comes from the page that sent it first. Drawn anew by each page, and kept nowhere. */
const pageSecret = newIdempotencyKey() + newIdempotencyKey();

let actingFor: string | undefined;

/** Says whose page this is: calls are refused with 409 once another account is logged in in this browser. */
export function actFor(userId: string | undefined): void {
  actingFor = userId;
}

let isAttended = () => true;

/** Tells how to see whether someone is at this page: what it sends with no one there keeps no session alive. */
export function setAttendedCheck(look: () => boolean): void {
  isAttended = look;
}

export interface CallOptions<P extends $ZodType, Q extends $ZodType, B extends $ZodType> {
  params?: output<P>;
  query?: Partial<output<Q>>;
  body?: output<B>;
  /** Idempotency-Key of a write; a fresh one when absent. */
  key?: string;
  signal?: AbortSignal;
  /** True lets it arrive although the page is being left. */
  keepalive?: boolean;
}

/**
 * Sends one call as its contract describes it and answers its checked result.
 * Throws CallError for a refusal, NoAnswer when nothing came back.
 */
export async function call<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType,
>(endpoint: Endpoint<P, Q, B, A>, options: CallOptions<P, Q, B> = {}): Promise<output<A>> {
  return (await callWithHeaders(endpoint, options)).answer;
}

/** The same with the answer's headers, where a list says how it goes on. */
export async function callWithHeaders<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType,
>(endpoint: Endpoint<P, Q, B, A>, options: CallOptions<P, Q, B> = {}) {
  let response = await send(endpoint, options);
  if (response.status === 429) {
    // Beyond a small rate a public form costs a proof of work, which a person never sees.
    const { challenge } = readJson(await response.clone().text());
    if (challenge) {
      const { solveProofOfWork: solve } = await import('./forms/solveProofOfWork.ts');
      response = await send(endpoint, options, {
        'Proof-Of-Work': await solve(challenge as never),
      });
    }
  }
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, text || response.statusText);
  if (typeof endpoint.answer === 'string') throw new Error('A file is fetched by download.');
  return { answer: parse(endpoint.answer, JSON.parse(text)), headers: response.headers };
}

/** The cursor of `<…?cursor=…>; rel="next"` in a list's `Link`; undefined at its end. */
export function nextCursor(headers: Headers): string | undefined {
  const [, address] = /<([^<>]+)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return address && (new URL(address, location.origin).searchParams.get('cursor') ?? undefined);
}

/** The file that a `csv` or `file` call answers. Throws as `call` does. */
export async function download<P extends $ZodType, Q extends $ZodType, B extends $ZodType>(
  endpoint: Pick<Endpoint<P, Q, B>, 'method' | 'path' | 'answer'>,
  options: CallOptions<P, Q, B> = {},
): Promise<Blob> {
  const Accept = endpoint.answer === 'csv' ? 'text/csv' : '*/*';
  const response = await send(endpoint, options, { Accept });
  if (response.ok) return response.blob();
  throw new CallError(response.status, (await response.text()) || response.statusText);
}

async function send<P extends $ZodType, Q extends $ZodType, B extends $ZodType>(
  endpoint: Pick<Endpoint<P, Q, B>, 'method' | 'path'>,
  { params, query, body, key, signal, keepalive }: CallOptions<P, Q, B>,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    return await fetch(addressOf(endpoint.path, fieldsOf(params), fieldsOf(query)), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        // The page's, which neither the browser's nor the kept one may be: sentences and mails answer in it.
        'Content-Language': document.documentElement.lang || 'en',
        ...(actingFor === undefined ? {} : { 'Acting-For': actingFor }),
        ...(isAttended() ? {} : { Unattended: '1' }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(endpoint.method === 'GET'
          ? {}
          : {
              'Idempotency-Key': key ?? newIdempotencyKey(),
              'Idempotency-Secret': pageSecret,
            }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoAnswer(
      words('We got no answer. Please check your connection and try again. Nothing is sent twice.'),
    );
  }
}

/** `/api/x/:id` with its parameters and query filled in. */
function addressOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size ? `${filled}?${search}` : filled;
}

/** The sentence of a failure for a person, or the given one when it has none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof CallError) return error.shown ?? otherwise;
  if (error instanceof NoAnswer) return error.message;
  return otherwise;
}
