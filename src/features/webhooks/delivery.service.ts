import type { FastifyBaseLogger } from 'fastify';
import { addAudit } from '../../server/audit.store.ts';
import type { AppContext, Caller } from '../../server/context.ts';
import { inTransaction } from '../../server/database/database.ts';
import type { WebhookDelivery } from '../../server/webhook-outbox.store.ts';
import { Fault } from '../../shared/fault.ts';
import { days, seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import {
  claimDeliveries,
  hasDelivery,
  listDueEndpoints,
  type Times,
  recordAttempt,
  removeDeliveriesBefore,
  restartDelivery,
} from './delivery.store.ts';
import { openSecret } from './endpoint.service.ts';
import { findEndpoint, type StoredEndpoint } from './endpoint.store.ts';
import { bodyOf } from './payload.service.ts';
import { type PostOutcome, postWebhook, signedHeaders } from './webhook.gateway.ts';
import { nextAttemptAfter, stuckAfterMs } from './webhook.rules.ts';

/** So many messages are under way to one endpoint at once. */
const atOnce = 8;
/** Then the endpoint lets the others go first. */
const turnMs = seconds(20);
const retainedMs = days(30);

type Context = Pick<AppContext, 'clock' | 'settings'>;

function timesOf({ clock, settings }: Context): Times {
  const now = clock.now();
  return { now, settledBefore: new Date(now.getTime() - settings.undoMs) };
}

/** Hands over every endpoint that has something to be sent, and what a process that died has left. */
export async function sweepWebhooks(context: AppContext): Promise<void> {
  const due = await listDueEndpoints(context.db, timesOf(context));
  if (due.length === 0) return;
  await inTransaction(context.db, async (tx) => {
    for (const id of due) await context.jobs.send(tx, 'webhook-deliver', { id });
  });
}

/**
 * Sends an endpoint what is due, some at once, until nothing is or its turn is over. Each leaves at least once: it is
 * taken first, sent, and noted then, and what was taken and not noted is sent again.
 */
export async function deliverWebhooks(
  context: AppContext,
  endpointId: string,
  { log, isStopping }: { log: FastifyBaseLogger; isStopping?: (() => boolean) | undefined },
): Promise<void> {
  const turnEnds = performance.now() + turnMs;
  for (;;) {
    const endpoint = await findEndpoint(context.db, endpointId);
    if (!endpoint || endpoint.isPaused || isStopping?.()) return;
    if (performance.now() > turnEnds) {
      await context.jobs.send(context.db, 'webhook-deliver', { id: endpointId });
      return;
    }
    const times = timesOf(context);
    const stuckAt = new Date(times.now.getTime() + stuckAfterMs);
    const claim = { endpointId, times, stuckAt, limit: atOnce };
    const taken = await claimDeliveries(context.db, claim);
    if (taken.length === 0) return;
    await Promise.all(
      taken.map(async (delivery) => {
        const outcome = await attempt(context, endpoint, delivery);
        await conclude(context, delivery, outcome);
        const { id, type, attempts } = delivery;
        log.info({ webhookId: id, type, attempts, ...outcome }, 'webhook attempted');
      }),
    );
  }
}

async function attempt(
  { db, clock, secrets, settings }: AppContext,
  endpoint: StoredEndpoint,
  delivery: WebhookDelivery,
): Promise<PostOutcome> {
  let secret: string;
  try {
    secret = openSecret(secrets, endpoint);
  } catch {
    const error = 'The signing secret was sealed with another APP_SECRET: replace it.';
    return { status: null, error };
  }
  const body = await bodyOf(db, delivery, endpoint.fields);
  const headers = signedHeaders(secret, { id: delivery.id, at: clock.now(), body });
  const allowPrivate = settings.allowPrivateWebhooks;
  return postWebhook({ url: endpoint.url, headers, body, allowPrivate });
}

async function conclude(
  { db, clock }: AppContext,
  delivery: WebhookDelivery,
  { status, error }: PostOutcome,
): Promise<void> {
  if (error === null) {
    await recordAttempt(db, delivery, {
      state: 'delivered',
      nextAttemptAt: null,
      status,
      error: null,
    });
    return;
  }
  const nextAttemptAt = nextAttemptAfter(delivery.attempts, clock.now());
  const state = nextAttemptAt ? 'waiting' : 'failed';
  await recordAttempt(db, delivery, { state, nextAttemptAt, status, error });
}

type Command = Pick<AppContext, 'db' | 'clock' | 'jobs'> & { actor: Caller };

/** Sends an event again, however it ended. Throws 404, and 409 while it is being sent. */
export async function resend({ db, clock, jobs, actor }: Command, id: string): Promise<void> {
  const now = clock.now();
  const restarted = await restartDelivery(db, id, now);
  if (!restarted) {
    if (await hasDelivery(db, id)) throw new Fault(409, words('This event is being sent now.'));
    throw new Fault(404, words('This event is no longer in the log.'));
  }
  await jobs.send(db, 'webhook-deliver', { id: restarted.endpointId });
  await addAudit(db, {
    at: now,
    actorId: actor.id,
    action: 'webhook_delivery.sent_again',
    subject: id,
  });
}

/** Removes old lines of the log, whatever became of them. */
export const removeOldDeliveries = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>) =>
  removeDeliveriesBefore(db, new Date(clock.now().getTime() - retainedMs));
