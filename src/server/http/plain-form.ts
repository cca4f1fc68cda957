import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import type { AppContext } from '../context.ts';

/** How a plain HTML form is answered when it cannot be taken: its page again, with the words kept. */
export type PlainFormPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  form: { endpoint: string; values: Record<string, string>; fault: Fault },
) => Promise<FastifyReply>;

/** By what was read, not by the header, which the parsers match in any spelling. Throws 415 where no form is taken. */
export function formOf({ oneClick, plainForm }: AnyEndpoint, { body }: FastifyRequest) {
  if (!(body instanceof URLSearchParams) || oneClick) return undefined;
  if (!plainForm) throw new Fault(415, words('Send the request as application/json.'));
  return body;
}

/** Answers a form that was refused with its page and its words; throws on what is no refusal, or comes too often. */
export async function answerRefusedForm(
  { context, plainFormPage }: { context: Pick<AppContext, 'limits'>; plainFormPage: PlainFormPage },
  {
    endpoint,
    request,
    reply,
    form,
  }: {
    endpoint: AnyEndpoint;
    request: FastifyRequest;
    reply: FastifyReply;
    form: URLSearchParams;
  },
  error: unknown,
): Promise<FastifyReply> {
  const { name, plainForm } = endpoint;
  if (!plainForm || !(error instanceof Fault)) throw error;
  const { within } = await context.limits.use('refused-form', request.ip);
  if (!within) throw error;
  const values = Object.fromEntries([...form].map(([field, value]) => [field, String(value)]));
  return plainFormPage(request, reply, plainForm.page, { endpoint: name, values, fault: error });
}
