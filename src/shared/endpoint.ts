import type { $ZodType, output } from 'zod/v4/core';
import type { Access, Permission } from './access.ts';

/** The download of a call with the answer `file`. */
export interface AnswerFile {
  /** In plain ASCII, with its ending. */
  name: string;
  /** Media type, with its charset. */
  type: string;
  chunks: AsyncIterable<string>;
}

export type FailureForm = 'success-false';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One HTTP call, described once: the server answers it and the browser sends it with the same object.
 * Schemas are zod's (core type, so that both `zod` and `zod/mini` fit).
 */
export interface Endpoint<
  Params extends $ZodType = $ZodType,
  Query extends $ZodType = $ZodType,
  Body extends $ZodType = $ZodType,
  Answer extends $ZodType = $ZodType,
> {
  /** Verb and noun, unique; the OpenAPI operation id and the scope of idempotency keys. */
  name: string;
  summary: string;
  method: Method;
  /** Fastify's notation: `/api/messages/:id/read`. */
  path: `/${string}`;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The shape that leaves; keys that it does not name are cut. `csv` streams text lines instead, `file` is a download, `events` a stream that stays open. */
  answer: Answer | 'csv' | 'file' | 'events';
  /** The shape for holders of a permission instead, where a call that is open to more people shows them more. */
  wider?: { permission: Permission; answer: $ZodType };
  /** Status of success, 200 unless said otherwise. */
  status?: 200 | 201;
  /** Answers 202 where the answer says `isWaiting`: it was not done, as a second administrator has to agree first. */
  canWait?: true;
  /** Per-address limit in `server/limits.ts`; beyond it a call is paid for with a proof of work, never refused. */
  limit?: string;
  /** The answer shows what is stored nowhere: no copy of it is kept, and a request that is repeated is a new one. */
  isSecret?: true;
  /** Of a body that is larger than the usual 64 KiB; only where a login is needed, and read only after it was found. */
  bodyLimitBytes?: number;
  /** Accepts a plain HTML form post too, answered with 303 to this page. */
  plainForm?: {
    thanks: `/${string}`;
    page: `/${string}`;
    /** What the address of that page carries: what the handler gives to `keepInThanks`, else the field of this name. */
    keep?: string;
    /** Nothing is filled in, so it may come as soon as the page is there. */
    isButton?: true;
  };
  /** Called by another service and not by a page: the handler checks its signature over `request.signed`. */
  signed?: true;
  /**
   * Behind a button of mail programs, which send it from no page and with a body that says nothing (RFC 8058):
   * the `key` in its query opens it. Who only follows the link comes to the page, with the key behind `#key=`.
   */
  oneClick?: { page: `/${string}` };
  /** `success-false`: failures carry `success: false` and the sentence as `error` too. */
  failure?: FailureForm;
}

/** Declares a call; exists to infer the four shapes. */
export function endpoint<
  Params extends $ZodType,
  Query extends $ZodType,
  Body extends $ZodType,
  Answer extends $ZodType,
>(e: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return e;
}

export type AnyEndpoint = Endpoint<$ZodType, $ZodType, $ZodType, $ZodType>;
export type AnswerOf<E> =
  E extends Endpoint<$ZodType, $ZodType, $ZodType, infer A> ? output<A> : never;
