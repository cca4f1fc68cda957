import { Fault } from '../../shared/fault.ts';
import { minutes } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import type { AppContext, Caller } from '../context.ts';
import type { Database } from '../database/database.ts';
import { findApiKey, KEY_START, recordKeyUse } from './api-key.store.ts';

interface KeyOptions {
  context: Pick<AppContext, 'db' | 'clock' | 'limits'>;
  identify(db: Database, userId: string): Promise<Caller | undefined>;
}

/** The API key of an `Authorization` header; what does not look like one is for a proxy in front of us. */
export function apiKeyIn(authorization: string | undefined): string | undefined {
  const [scheme = '', key = ''] = authorization?.trim().split(/ +/) ?? [];
  return scheme.toLowerCase() === 'bearer' && key.startsWith(KEY_START) ? key : undefined;
}

/**
 * The owner of an API key, with those of their present permissions that are in its scope. Throws 401 for a key that
 * is unknown, has expired or was revoked, or whose owner is gone or suspended, and 429 beyond the limit of the key.
 */
export async function requireApiKey(key: string, options: KeyOptions): Promise<Caller> {
  const { db, clock, limits } = options.context;
  const now = clock.now();
  const found = await findApiKey(db, key);
  if (!found || found.expiresAt <= now) throw isNoKey();
  const { id, name, scopes, userId, lastUsedAt } = found;
  await limits.require('api-key', id);
  const owner = await options.identify(db, userId);
  if (!owner) throw isNoKey();
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= minutes(1))
    await recordKeyUse(db, id, now);
  const isInScope = (permission: string) => scopes.some((scope) => scope === permission);
  return { ...owner, apiKey: { id, name }, permissions: owner.permissions.filter(isInScope) };
}

/** The same for a key that never existed, so that it reveals nothing. */
const isNoKey = () =>
  new Fault(401, words('This API key does not work. It may have expired or been revoked.'), {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
