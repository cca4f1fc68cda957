import { addAudit } from '../../../server/audit.store.ts';
import { type Caller, callerOf, type RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import {
  addApiKey,
  countApiKeys,
  listApiKeys,
  removeApiKey,
} from '../../../server/security/api-key.store.ts';
import type { KeyScope } from '../../../shared/access.ts';
import { Fault } from '../../../shared/fault.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { lockUser } from '../member.store.ts';
import type { ApiKey } from './api-key.contract.ts';
import { mostKeys } from './api-key.rules.ts';

type KeyContext = Pick<RequestContext<never>, 'clock' | 'user'>;

interface NewKey {
  name: string;
  days: number;
  scopes: readonly KeyScope[];
}

/**
 * Makes a key for the caller and answers it, the only time that it is known. Throws 403 for a scope that they do not
 * hold, 409 when they have as many keys as a person may have.
 */
export async function create(
  context: KeyContext,
  tx: Database,
  asked: NewKey,
): Promise<{ id: string; key: string }> {
  const caller = callerOf(context);
  // Held: a role that is being taken away ends the keys that are there, and lets no new one slip in behind.
  const owner = await lockUser(tx, caller.id);
  const held = permissionsOf(owner?.suspendedAt ? null : (owner?.role ?? null));
  const scopes = [...new Set(asked.scopes)];
  if (!scopes.every((scope) => held.includes(scope)))
    throw new Fault(403, words('A key can read only what you may read yourself.'));
  const now = context.clock.now();
  if ((await countApiKeys(tx, caller.id)) >= mostKeys)
    throw new Fault(
      409,
      words('You already have 20 API keys. Revoke one that you no longer need first.'),
    );
  const expiresAt = new Date(now.getTime() + days(asked.days));
  const { key, row } = await addApiKey(tx, {
    userId: caller.id,
    name: asked.name,
    scopes,
    createdAt: now,
    expiresAt,
  });
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: 'api_key.created',
    subject: row.id,
    after: { name: row.name, scopes, expiresAt: expiresAt.toISOString() },
  });
  return { id: row.id, key };
}

const isForEverybody = ({ permissions }: Caller) => permissions.includes('users:grant');

/** The keys that someone may see: their own, and everybody's for who gives the roles. */
export async function findKeysFor(db: Database, caller: Caller, now: Date): Promise<ApiKey[]> {
  const found = await listApiKeys(db, isForEverybody(caller) ? undefined : caller.id);
  return found.map(({ key, owner }) => ({
    ...key,
    owner,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    isExpired: key.expiresAt <= now,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Ends a key. Throws 404 when there is none, or none that the caller may see. */
export async function revoke(context: KeyContext, tx: Database, id: string): Promise<void> {
  const caller = callerOf(context);
  const removed = await removeApiKey(tx, id, isForEverybody(caller) ? undefined : caller.id);
  if (!removed)
    throw new Fault(404, words('This API key no longer exists. It may have been revoked.'));
  const { name, scopes, userId } = removed;
  await addAudit(tx, {
    at: context.clock.now(),
    actorId: caller.id,
    action: 'api_key.revoked',
    subject: id,
    before: { name, scopes, owner: userId },
  });
}
