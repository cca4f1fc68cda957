import type { RequestContext, AppContext } from '../../../../server/context.ts';
import type { CardService } from '../../../../server/external-services.ts';
import { Fault } from '../../../../shared/fault.ts';
import { days, minutes, seconds } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';
import {
  addWebhookEvent,
  findWebhookEvent,
  listUnhandledEvents,
  deferWebhookEvent,
  setWebhookHandled,
} from '../../core/webhook-event.store.ts';
import { retryAfterFailure, pageCapturesWithinMs } from './card.rules.ts';
import { verifyWebhook } from './paypal/webhook-signature.gateway.ts';
import {
  isOutsideTimeWindow,
  type PaypalEvent,
  resourceIdOf,
  type Subject,
  subjectOf,
} from './paypal/webhook.rules.ts';
import type { OrderContext } from './locked-order.service.ts';
import { verifyWebhookAtPaypal } from './paypal/paypal.gateway.ts';
import { type WebhookHeaders, verifyRequest } from './paypal/paypal.rules.ts';
import { scheduleAwaitingVault, scheduleSync } from './order-sync.store.ts';
import { findByOrderId } from './paypal-order.store.ts';
import {
  syncOrder,
  type Log,
  PaypalUnavailable,
  describeOrder,
  syncCapture,
} from './reconciliation.service.ts';
import { syncDispute } from './report/dispute.service.ts';
import { syncStoredAccount, digestOfToken } from './renewals/vault.service.ts';

type Signed = NonNullable<RequestContext<never>['request']['signed']>;

const NOT_PAYPALS = words('This notice is not signed by PayPal for us.');

/**
 * Requires that a webhook event is PayPal's, for us, and recent. Throws 401 otherwise, 503 while this cannot be
 * checked (PayPal sends it again) and 429 for an address that sends more than PayPal would.
 */
export async function requireGenuineWebhook(
  ctx: Pick<RequestContext<never>, 'externalServices' | 'clock' | 'limits' | 'request'>,
): Promise<void> {
  const card = ctx.externalServices.card();
  const signed = ctx.request.signed;
  const headers = signed && headersOf(signed);
  if (!signed || !headers) throw new Fault(400, words('The signature of the notice is missing.'));
  const now = ctx.clock.now();
  if (!card?.webhookId || isOutsideTimeWindow(headers.transmissionTime, now))
    throw new Fault(401, NOT_PAYPALS);
  const { within, retryAfterSeconds } = await ctx.limits.use('card-notice', ctx.request.ip);
  if (!within) {
    throw new Fault(429, words('Too many notices at once.'), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
  const verdict = await verifyWebhook(card, card.webhookId, headers, signed.body, now);
  const isGenuine =
    verdict === 'unsure'
      ? await askPaypal(card, card.webhookId, headers, signed)
      : verdict === 'genuine';
  if (!isGenuine) throw new Fault(401, NOT_PAYPALS);
}

async function askPaypal(
  card: CardService,
  webhookId: string,
  headers: WebhookHeaders,
  { body }: Signed,
): Promise<boolean> {
  const event: unknown = JSON.parse(body.toString());
  const answer = await verifyWebhookAtPaypal(card, verifyRequest(headers, webhookId, event));
  if (answer.kind === 'unknown') {
    throw new Fault(503, words('The signature cannot be checked at the moment.'), {
      headers: { 'Retry-After': '60' },
    });
  }
  return answer.kind === 'ok' && answer.value;
}

const longestHeader = 1000;

function headersOf({ header }: Signed): WebhookHeaders | undefined {
  const [transmissionId, transmissionTime, certificateUrl, algorithm, signature] = [
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-cert-url',
    'paypal-auth-algo',
    'paypal-transmission-sig',
  ].map((name) => header(name)?.slice(0, longestHeader));
  return transmissionId && transmissionTime && certificateUrl && algorithm && signature
    ? { transmissionId, transmissionTime, certificateUrl, algorithm, signature }
    : undefined;
}

/** Stores a genuine event once, with the job that processes it; in the caller's transaction. */
export async function storeWebhook(
  { db, jobs, clock, secrets }: Pick<AppContext, 'db' | 'jobs' | 'clock' | 'secrets'>,
  event: PaypalEvent,
): Promise<void> {
  const { id: eventId, event_type: type } = event;
  const named = resourceIdOf(event) ?? '';
  const isNew = await addWebhookEvent(db, {
    rail: 'paypal',
    eventId,
    type,
    // The token of an account is as good as the account: only its digest is kept.
    resourceId: subjectOf(type) === 'account' ? await digestOfToken({ secrets }, db, named) : named,
    receivedAt: clock.now(),
  });
  if (isNew) await jobs.send(db, 'card-notice', { eventId });
}

/**
 * Asks PayPal about an event's subject, and records the outcome. Throws `PaypalUnavailable`: then it is tried
 * again.
 */
export async function handleWebhook(
  context: OrderContext,
  card: CardService,
  eventId: string,
): Promise<void> {
  const event = await findWebhookEvent(context.db, 'paypal', eventId);
  if (!event || event.handledAt) return;
  const subject = subjectOf(event.type);
  const outcome = subject
    ? await HANDLERS[subject](context, card, event.resourceId)
    : 'of no interest';
  await setWebhookHandled(context.db, event, outcome, context.clock.now());
}

type Handler = (context: OrderContext, card: CardService, resourceId: string) => Promise<string>;

/** The longest that a capture may take, with what it asks before and after; then the reconciler asks. */
const captureTakesMs = seconds(30);

const HANDLERS: Record<Subject, Handler> = {
  async order(context, card, orderId) {
    const order = await findByOrderId(context.db, orderId);
    if (!order) return 'not ours';
    // The page's call may be on its way: of two at once PayPal may refuse one and take the money with the other.
    const quietMs = context.clock.now().getTime() - order.updatedAt.getTime();
    if (order.state === 'capturing' && quietMs < captureTakesMs) return 'the page is taking it';
    if (order.state !== 'created') return describeOrder(await syncOrder(context, card, order));
    // Approved just now: the page captures first.
    const askAt = new Date(context.clock.now().getTime() + pageCapturesWithinMs);
    await scheduleSync(context.db, [order.id], askAt);
    return 'the page may take it first';
  },
  capture: (context, card, captureId) => syncCapture(context, card, captureId),
  async account(context, card, digest) {
    const outcome = await syncStoredAccount(context, card, digest);
    if (outcome === undefined) throw new PaypalUnavailable('PayPal does not answer.');
    const now = context.clock.now();
    if (outcome === 'not ours')
      await scheduleAwaitingVault(context.db, new Date(now.getTime() - days(2)), now);
    return outcome;
  },
  dispute: syncDispute,
};

/** Processes events whose job failed. */
const unhandledAfterMs = minutes(5);
/** One question that PayPal leaves open is its own matter; several in a row mean that it is away. */
const maxUnansweredInARow = 3;
const retryUnansweredMs = minutes(10);

/**
 * Processes missed events one after the other; stops when PayPal does not answer. A failing event is logged and
 * deferred at growing intervals, and is in the reconciliation until it is handled.
 */
export async function handleMissedWebhooks(
  context: OrderContext,
  card: CardService,
  log: Log,
): Promise<void> {
  const now = context.clock.now();
  const before = new Date(now.getTime() - unhandledAfterMs);
  let unanswered = 0;
  for (const event of await listUnhandledEvents(context.db, {
    rail: 'paypal',
    before,
    now,
    limit: 200,
  })) {
    const { eventId, failures } = event;
    try {
      await handleWebhook(context, card, eventId);
      unanswered = 0;
    } catch (error) {
      const isAway = error instanceof PaypalUnavailable;
      if (!isAway)
        log.error({ err: error, notice: eventId }, 'a webhook event could not be processed');
      const again = isAway
        ? new Date(now.getTime() + retryUnansweredMs)
        : retryAfterFailure(failures, now);
      await deferWebhookEvent(context.db, event, {
        failures: failures + (isAway ? 0 : 1),
        retryAt: again,
      });
      unanswered = isAway ? unanswered + 1 : 0;
    }
    if (unanswered === maxUnansweredInARow) return log.warn('PayPal does not answer; notices wait');
  }
}
