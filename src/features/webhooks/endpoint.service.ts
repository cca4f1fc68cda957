import { randomBytes, randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import { addAudit } from '../../server/audit.store.ts';
import type { AppContext, Caller } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import type { SealedColumn } from '../../server/sealed-column.ts';
import type { Secrets } from '../../server/secrets.ts';
import { webhookEndpoints } from '../../server/webhook-outbox.store.ts';
import { Fault } from '../../shared/fault.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FIELDS } from '../../shared/webhooks/events.ts';
import { words } from '../../shared/words.ts';
import {
  BAD_ENDPOINT,
  type changeWebhookEndpoint,
  type createWebhookEndpoint,
} from './endpoint.contract.ts';
import {
  addEndpoint,
  countEndpoints,
  isUrlTaken,
  lockEndpoint,
  removeEndpoint,
  setEndpoint,
  type StoredEndpoint,
} from './endpoint.store.ts';
import { MOST_ENDPOINTS } from './webhook.rules.ts';

type Command = Pick<AppContext, 'db' | 'clock' | 'secrets' | 'settings' | 'jobs'> & {
  actor: Caller;
};

/** What binds a secret to its row: sealed for one endpoint it signs for no other. */
const secretSeal = (id: string) => ['webhook-secret', `webhook_endpoints:${id}`] as const;

export const SEALED_WEBHOOK_SECRETS: SealedColumn = {
  name: 'signing secrets of webhooks',
  column: webhookEndpoints.sealedSecret,
  key: [webhookEndpoints.id],
  sealOf: (id = '') => secretSeal(id),
  isKeyShown: true,
};

/** Throws when it was sealed with another APP_SECRET. */
export const openSecret = (secrets: Secrets, { id, sealedSecret }: StoredEndpoint): string =>
  secrets.unseal(...secretSeal(id), sealedSecret);

/** As Standard Webhooks writes it, which asks for 24 to 64 random bytes. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Throws 409 for an address that is there already, and when there are too many. */
export async function createEndpoint(
  command: Command,
  given: output<NonNullable<(typeof createWebhookEndpoint)['body']>>,
): Promise<{ id: string; secret: string }> {
  const { db, clock, secrets, actor } = command;
  requireAllowed(command, given.url);
  if ((await countEndpoints(db)) >= MOST_ENDPOINTS)
    throw new Fault(409, words('There can be at most 10 endpoints. Delete one first.'));
  const [id, secret, now] = [randomUUID(), newSecret(), clock.now()];
  const endpoint: StoredEndpoint = {
    id,
    ...inOrder(given),
    isPaused: false,
    sealedSecret: secrets.seal(...secretSeal(id), secret),
    updatedBy: actor.id,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await addEndpoint(db, endpoint))) throw taken();
  await note(command, 'created', { after: endpoint });
  return { id, secret };
}

/** Throws 404, and 409 for an address that another one has. */
export async function changeEndpoint(
  command: Command,
  id: string,
  given: output<NonNullable<(typeof changeWebhookEndpoint)['body']>>,
): Promise<void> {
  const { db, clock, jobs, actor } = command;
  const before = await lockedEndpoint(db, id);
  if (given.url !== before.url) requireAllowed(command, given.url);
  if (await isUrlTaken(db, { id, url: given.url })) throw taken();
  const after = { ...before, ...inOrder(given), updatedBy: actor.id, updatedAt: clock.now() };
  await setEndpoint(db, after);
  await note(command, 'changed', { before, after });
  // What waited during a pause need not wait for the next minute.
  if (before.isPaused && !after.isPaused) await jobs.send(db, 'webhook-deliver', { id });
}

/** Throws 404. */
export async function replaceSecret(command: Command, id: string): Promise<string> {
  const { db, clock, secrets, actor } = command;
  await lockedEndpoint(db, id);
  const secret = newSecret();
  const sealedSecret = secrets.seal(...secretSeal(id), secret);
  await setEndpoint(db, { id, sealedSecret, updatedBy: actor.id, updatedAt: clock.now() });
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: 'webhook_endpoint.secret_replaced',
    subject: id,
  });
  return secret;
}

/** Throws 404. */
export async function deleteEndpoint(command: Command, id: string): Promise<void> {
  const before = await lockedEndpoint(command.db, id);
  await removeEndpoint(command.db, id);
  await note(command, 'deleted', { before });
}

type Choice = Pick<StoredEndpoint, 'events' | 'fields'>;

/** Each event and field once, in the order of the lists. */
const inOrder = <Given extends Choice>(given: Given): Given => ({
  ...given,
  events: WEBHOOK_EVENTS.filter((event) => given.events.includes(event)),
  fields: WEBHOOK_FIELDS.filter((field) => given.fields.includes(field)),
});

/** Without encryption events leave only in development. */
function requireAllowed({ settings }: Command, url: string): void {
  if (settings.allowPrivateWebhooks || url.startsWith('https://')) return;
  throw new Fault(400, BAD_ENDPOINT, { fields: { url: BAD_ENDPOINT } });
}

function taken(): Fault {
  const message = words('Events are sent to this address already.');
  return new Fault(409, message, { fields: { url: message } });
}

async function lockedEndpoint(tx: Database, id: string): Promise<StoredEndpoint> {
  const locked = await lockEndpoint(tx, id);
  if (!locked) throw new Fault(404, words('This endpoint does not exist.'));
  return locked;
}

async function note(
  { db, clock, actor }: Command,
  act: 'created' | 'changed' | 'deleted',
  { before, after }: { before?: StoredEndpoint; after?: StoredEndpoint },
): Promise<void> {
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: `webhook_endpoint.${act}`,
    subject: (after ?? before)?.id ?? null,
    before: auditSnapshot(before),
    after: auditSnapshot(after),
  });
}

const auditSnapshot = (endpoint?: StoredEndpoint) =>
  endpoint
    ? {
        url: endpoint.url,
        events: endpoint.events,
        fields: endpoint.fields,
        isPaused: endpoint.isPaused,
      }
    : null;
