import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import type { AppContext } from '../context.ts';
import { type Database, inTransaction } from '../database/database.ts';
import type { SealedColumn } from '../sealed-column.ts';
import type { Secrets } from '../secrets.ts';
import { findAnswer, idempotencyKeys, storeAnswers } from './idempotency.store.ts';

/** The answer to a request, the first time or repeated. */
export interface Outcome {
  status: number;
  body: unknown;
  cookies: string[];
}

export interface IdempotentRequest {
  scope: string;
  key: string;
  /** Whether only its sender can name this scope. Where anyone can, no stored answer is given away. */
  isOwn: boolean;
  /** Keyed digests of the body; the first is stored. */
  bodyDigests: string[];
}

/** The client's name for this one operation: 8–200 visible ASCII characters, or none. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new Fault(400, words('Idempotency-Key must have 8 to 200 visible ASCII characters.'));
  }
  return key;
}

/**
 * The sender of a request by whom nobody is logged in: a digest of the secret that its page has drawn by chance and
 * keeps to itself. Undefined for a client that sends none.
 */
export function browserOf(request: FastifyRequest): string | undefined {
  const secret = request.headers['idempotency-secret'];
  if (secret === undefined) return undefined;
  if (typeof secret !== 'string' || !/^[\x21-\x7e]{22,200}$/.test(secret)) {
    throw new Fault(400, words('Idempotency-Secret must have 22 to 200 visible ASCII characters.'));
  }
  return createHash('sha256').update(secret).digest('base64url');
}

export const bodyDigestsOf = (secrets: Secrets, checked: unknown) =>
  secrets.digests('idempotency-body', JSON.stringify(checked));

const sealOf = (scope: string, key: string) => ['idempotency', scope + key] as const;

export const SEALED_ANSWERS: SealedColumn = {
  name: 'answers to repeatable requests',
  column: idempotencyKeys.answer,
  key: [idempotencyKeys.scope, idempotencyKeys.key],
  sealOf: (scope = '', key = '') => sealOf(scope, key),
  isKeyShown: false,
};

class AnsweredBefore extends Error {}

/**
 * Runs `effect`, which answers several requests in their order, and keeps the answers in the same transaction. Throws,
 * and changes nothing, when one of the keys has an answer already.
 * Written at the end, not looked up first: the usual case costs one statement.
 */
export async function commitTogether(
  context: AppContext,
  requests: readonly (IdempotentRequest | undefined)[],
  effect: (tx: Database) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  return inTransaction(context.db, async (tx) => {
    const outcomes = (await effect(tx)).map(
      ({ status, body, cookies }): Outcome => ({ status, body, cookies: [...cookies] }),
    );
    const rows = outcomes.flatMap((outcome, n) => {
      const keyed = requests[n];
      if (!keyed) return [];
      const { scope, key, bodyDigests } = keyed;
      const answer = context.secrets.seal(...sealOf(scope, key), JSON.stringify(outcome));
      return [{ scope, key, bodyDigest: bodyDigests[0] ?? '', status: outcome.status, answer }];
    });
    if (!(await storeAnswers(tx, rows, context.clock.now()))) throw new AnsweredBefore();
    return outcomes;
  });
}

/**
 * Runs `effect` and keeps its answer in the same transaction. When the key has an answer already
 * (a lost connection, a second click, another instance) the effect is rolled back and the first
 * answer is given again; the same key with another body is refused with 409.
 */
export async function runOnce(
  context: AppContext,
  keyed: IdempotentRequest | undefined,
  effect: (tx: Database) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const [outcome] = await commitTogether(context, [keyed], async (tx) => [await effect(tx)]);
    return outcome as Outcome;
  } catch (error) {
    if (!(error instanceof AnsweredBefore) || !keyed) throw error;
    const first = await findStoredAnswer(context, keyed);
    if (!first) throw new Error('An idempotency row vanished between two statements.');
    return first;
  }
}

/**
 * The first answer of this key, if there is one. Throws 409 with `reason` "key-used" when it belongs to another body,
 * or when nothing shows that the sender is the one who got it.
 */
export async function findStoredAnswer(
  context: AppContext,
  keyed: IdempotentRequest,
): Promise<Outcome | undefined> {
  const row = await findAnswer(context.db, keyed.scope, keyed.key);
  if (!row) return undefined;
  if (!keyed.isOwn || !keyed.bodyDigests.includes(row.bodyDigest)) {
    throw new Fault(409, words('This Idempotency-Key was used for another request.'), {
      detail: { reason: 'key-used' },
    });
  }
  const { scope, key } = keyed;
  return JSON.parse(context.secrets.unseal(...sealOf(scope, key), row.answer)) as Outcome;
}

/** The body as it leaves; the first answer and the repeated one are the same bytes. */
export const toSend = (outcome: Outcome) => JSON.stringify(outcome.body);
