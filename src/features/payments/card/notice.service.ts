import type { Context, House } from '../../../server/context.ts';
import type { CardService } from '../../../server/outside.ts';
import { inTransaction } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { days, minutes, seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import {
  addWebhookEvent,
  findWebhookEvent,
  listUnhandledEvents,
  putOffEvent,
  setWebhookHandled,
} from '../webhook.store.ts';
import { afterFailure, pageCapturesWithinMs } from './card.rules.ts';
import { judgeNotice } from './notice.gateway.ts';
import { isOutOfTime, type Notice, resourceIdOf, type Subject, subjectOf } from './notice.rules.ts';
import type { Desk } from './held-order.service.ts';
import { getCapture, getDispute, verifyNotice } from './paypal.gateway.ts';
import { type DisputeAnswer, type NoticeHeaders, verifyRequest } from './paypal.rules.ts';
import { askForAccounts, askThese } from './order-asking.store.ts';
import {
  findByCaptureId,
  findByOrderId,
  findOrder,
  type PaypalOrder,
} from './paypal-order.store.ts';
import { askAbout, PaypalAway } from './question.service.ts';
import type { Log } from './turn.service.ts';
import { askAboutAccount, digestOfToken } from './vault.service.ts';

type Signed = NonNullable<Context<never>['request']['signed']>;

const NOT_PAYPALS = words('This notice is not signed by PayPal for us.');

/**
 * Demands that a notice is PayPal's, for us and of these days. Throws 401 for what is not, 503 while nobody can
 * tell (PayPal sends it again) and 429 for an address that sends more than PayPal would.
 */
export async function demandGenuine(
  ctx: Pick<Context<never>, 'outside' | 'clock' | 'limits' | 'request'>,
): Promise<void> {
  const card = ctx.outside.card();
  const signed = ctx.request.signed;
  const headers = signed && headersOf(signed);
  if (!signed || !headers) throw new Fault(400, words('The signature of the notice is missing.'));
  const now = ctx.clock.now();
  if (!card?.webhookId || isOutOfTime(headers.transmissionTime, now))
    throw new Fault(401, NOT_PAYPALS);
  const { within, retryAfterSeconds } = await ctx.limits.use('card-notice', ctx.request.ip);
  if (!within) {
    throw new Fault(429, words('Too many notices at once.'), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
  const verdict = await judgeNotice(card, card.webhookId, headers, signed.body, now);
  const isGenuine =
    verdict === 'unsure'
      ? await askPaypal(card, card.webhookId, headers, signed)
      : verdict === 'genuine';
  if (!isGenuine) throw new Fault(401, NOT_PAYPALS);
}

async function askPaypal(
  card: CardService,
  webhookId: string,
  headers: NoticeHeaders,
  { body }: Signed,
): Promise<boolean> {
  const notice: unknown = JSON.parse(body.toString());
  const answer = await verifyNotice(card, verifyRequest(headers, webhookId, notice));
  if (answer.kind === 'unknown') {
    throw new Fault(503, words('The signature cannot be checked at the moment.'), {
      headers: { 'Retry-After': '60' },
    });
  }
  return answer.kind === 'ok' && answer.value;
}

const longestHeader = 1000;

function headersOf({ header }: Signed): NoticeHeaders | undefined {
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

/** Keeps a genuine notice, once, with the job that follows it up; in the caller's transaction. */
export async function keepNotice(
  { db, jobs, clock, secrets }: Pick<House, 'db' | 'jobs' | 'clock' | 'secrets'>,
  notice: Notice,
): Promise<void> {
  const { id: eventId, event_type: type } = notice;
  const named = resourceIdOf(notice) ?? '';
  const isNew = await addWebhookEvent(db, {
    rail: 'paypal',
    eventId,
    type,
    // The token of an account is as good as the account: only its digest is kept.
    resourceId: subjectOf(type) === 'account' ? digestOfToken({ secrets }, named) : named,
    receivedAt: clock.now(),
  });
  if (isNew) await jobs.send(db, 'card-notice', { eventId });
}

/** Asks PayPal about what a notice tells of, and notes what came of it. Throws `PaypalAway`: then it is tried again. */
export async function followNotice(desk: Desk, card: CardService, eventId: string): Promise<void> {
  const event = await findWebhookEvent(desk.db, 'paypal', eventId);
  if (!event || event.handledAt) return;
  const subject = subjectOf(event.type);
  const outcome = subject ? await FOLLOW[subject](desk, card, event.resourceId) : 'of no interest';
  await setWebhookHandled(desk.db, event, outcome, desk.clock.now());
}

type Follow = (desk: Desk, card: CardService, resourceId: string) => Promise<string>;

/** The longest that a capture may take, with what it asks before and after; then the reconciler asks. */
const captureTakesMs = seconds(30);

const FOLLOW: Record<Subject, Follow> = {
  async order(desk, card, orderId) {
    const order = await findByOrderId(desk.db, orderId);
    if (!order) return 'not ours';
    // The page's call may be on its way: of two at once PayPal may refuse one and take the money with the other.
    const quietMs = desk.clock.now().getTime() - order.updatedAt.getTime();
    if (order.state === 'capturing' && quietMs < captureTakesMs) return 'the page is taking it';
    if (order.state !== 'created') return told(await askAbout(desk, card, order));
    // Approved a moment ago: the page has the first word.
    const askAt = new Date(desk.clock.now().getTime() + pageCapturesWithinMs);
    await askThese(desk.db, [order.id], askAt);
    return 'the page may take it first';
  },
  capture: followCapture,
  async account(desk, card, digest) {
    const outcome = await askAboutAccount(desk, card, digest);
    if (outcome === undefined) throw new PaypalAway('PayPal does not answer.');
    const now = desk.clock.now();
    if (outcome === 'not ours')
      await askForAccounts(desk.db, new Date(now.getTime() - days(2)), now);
    return outcome;
  },
  async dispute(desk, card, disputeId) {
    const answer = await getDispute(card, disputeId);
    if (answer.kind === 'unknown') throw new PaypalAway('PayPal does not answer.');
    if (answer.kind === 'refused') return `refused: ${answer.issue}`;
    const captureId = answer.value.disputed_transactions?.[0]?.seller_transaction_id;
    return captureId ? followCapture(desk, card, captureId, answer.value) : 'not ours';
  },
};

/** The capture's order, by PayPal's word about the capture: what the notice said of it was not read. */
async function followCapture(
  desk: Desk,
  card: CardService,
  captureId: string,
  dispute?: DisputeAnswer,
): Promise<string> {
  const known = await findByCaptureId(desk.db, captureId);
  if (known) return told(await askAbout(desk, card, known, dispute));
  const answer = await getCapture(card, captureId);
  if (answer.kind === 'unknown') throw new PaypalAway('PayPal does not answer.');
  if (answer.kind === 'refused') return `refused: ${answer.issue}`;
  const { custom_id, supplementary_data } = answer.value;
  const orderId = supplementary_data?.related_ids?.order_id;
  const byOrder = orderId ? await findByOrderId(desk.db, orderId) : undefined;
  if (byOrder) return told(await askAbout(desk, card, byOrder, dispute));
  // A charge whose answer was lost has no order id yet: it is known by what we named it.
  const named = custom_id && isUuid(custom_id) ? await findOrder(desk.db, custom_id) : undefined;
  if (!named || !orderId) return 'not ours';
  if (named.orderId !== null || named.kind !== 'stored') {
    // Genuine money under a name of ours, by an order that we did not make: it pays for nothing, and a person looks.
    await inTransaction(desk.db, (tx) =>
      desk.jobs.send(tx, 'card-review', { id: named.id, issue: `STRAY_CAPTURE ${captureId}` }),
    );
    return 'another order under our name';
  }
  return told(await askAbout(desk, card, { ...named, orderId }, dispute));
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

const told = ({ state, issue }: PaypalOrder) => (issue ? `${state}: ${issue}` : state);

/** Notices whose job came to nothing are followed up by the next one. */
const unhandledAfterMs = minutes(5);
/** One question that PayPal leaves open is its own matter; several in a row mean that it is away. */
const unheardInARow = 3;
const unheardAgainMs = minutes(10);

/**
 * Follows up what is left over, one after the other; stops when PayPal does not answer. A notice that breaks is
 * logged and kept for later rounds, with growing patience, and stands in the reconciliation until it is handled.
 */
export async function followLeftNotices(desk: Desk, card: CardService, log: Log): Promise<void> {
  const now = desk.clock.now();
  const before = new Date(now.getTime() - unhandledAfterMs);
  let unheard = 0;
  for (const event of await listUnhandledEvents(desk.db, {
    rail: 'paypal',
    before,
    now,
    limit: 200,
  })) {
    const { eventId, failures } = event;
    try {
      await followNotice(desk, card, eventId);
      unheard = 0;
    } catch (error) {
      const isAway = error instanceof PaypalAway;
      if (!isAway) log.error({ err: error, notice: eventId }, 'a notice could not be followed up');
      const again = isAway ? new Date(now.getTime() + unheardAgainMs) : afterFailure(failures, now);
      await putOffEvent(desk.db, event, { failures: failures + (isAway ? 0 : 1), retryAt: again });
      unheard = isAway ? unheard + 1 : 0;
    }
    if (unheard === unheardInARow) return log.warn('PayPal does not answer; notices wait');
  }
}
