import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'zod/v4/core';
import type { AnswerFile, AnyEndpoint } from '../../shared/endpoint.ts';
import { isRecord } from '../../shared/record.ts';
import type { Caller } from '../context.ts';
import { translateFor } from './errors.ts';
import { type Outcome, toSend } from './idempotency.ts';
import { streamed } from './streamed.ts';

/** The shape in which the answer leaves: more of it only for who holds the permission that it names. */
export function answerSchemaFor({ answer, wider }: AnyEndpoint, user: Caller | undefined) {
  return wider && user?.permissions.includes(wider.permission) ? wider.answer : answer;
}

/** An answer without what its shape does not name. */
export const trim = (shape: AnyEndpoint['answer'], answer: unknown) =>
  parse(shape as Exclude<AnyEndpoint['answer'], string>, answer);

/** Translates the `message` of an answer for the person who called. */
export function withTranslatedMessage(request: FastifyRequest, body: unknown): unknown {
  if (!isRecord(body) || typeof body.message !== 'string') return body;
  return { ...body, message: translateFor(request, body.message) };
}

/** A download: shown by no browser as a page of ours, whatever is in it (headers.ts forbids sniffing). */
export function fileReply(
  reply: FastifyReply,
  { name, type, chunks }: AnswerFile,
): Promise<FastifyReply> {
  reply.header('Content-Disposition', `attachment; filename="${name}"`);
  return streamed(reply, chunks, { type });
}

/** Sends what a write has answered, now or when it was first called. */
export const answerWith = (reply: FastifyReply, outcome: Outcome) =>
  reply
    .headers({ 'Set-Cookie': outcome.cookies })
    .status(outcome.status)
    .type('application/json; charset=utf-8')
    .send(toSend(outcome));
