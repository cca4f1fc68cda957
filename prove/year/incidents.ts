import { FINAL_BLOCKS } from '../../sandbox/chain/testing.ts';
import { cents, decimal } from '../../src/shared/money.ts';
import { days } from '../../src/shared/time.ts';
import type { Chance } from '../chance.part.ts';
import { Refused } from '../payer.part.ts';
import { type Applicants, sendUnasked } from './applicants.ts';
import type { Bank, Rail } from './bank.ts';
import type { Site } from './site.ts';
import type { Treasurer } from './treasurer.ts';

export interface Parts {
  site: Site;
  treasurer: Treasurer;
  applicants: Applicants;
  bank: Bank;
  treasury: string;
  chance: Chance;
}

/** What happens to money after it has come, besides what the payers do. Answers whether there was an occasion. */
type Incident = (parts: Parts) => Promise<boolean>;

interface Capture {
  id: string;
  orderId: string;
  /** In cents: what is left of it. */
  left: bigint;
}

/** An action of others at PayPal; false where PayPal allows it no more, which our site need not know yet. */
async function act(
  { site }: Pick<Parts, 'site'>,
  ...[kind, id, action, details]: Parameters<Site['paypal']['act']>
): Promise<boolean> {
  try {
    await site.paypal.act(kind, id, action, details);
    return true;
  } catch (error) {
    if (error instanceof Error && /answered 4\d\d/.test(error.message)) return false;
    throw error;
  }
}

/** PayPal refunds nothing older. */
const refundableMs = days(170);

/**
 * A capture with money left, which nobody disputes and no refund is under way of. A plan whose payer had a refund is not
 * charged by itself any more: it is always the same third of the people.
 */
async function pickCapture({ site, chance }: Parts): Promise<Capture | undefined> {
  const [{ captures }, now] = [await site.paypal.journal(), await site.now()];
  const busy = await site.db.rows<{ id: string }>(
    `select o.capture_id as id from paypal_orders o join payments p on p.id = o.payment_id
     join instalments i on i.id = p.instalment_id join payment_schedules s on s.id = i.schedule_id
     join passport_applications a on a.id = s.application_id
     where substring(a.email from 2 for position('@' in a.email) - 2)::int % 3 <> 1
       or p.status = 'disputed' or exists (select from paypal_refunds r where r.payment_id = p.id
       and r.state in ('asked', 'pending'))
     union select capture_id from paypal_disputes where status <> 'RESOLVED'`,
  );
  const orders = await site.db.rows<{ id: string }>(
    `select order_id as id from paypal_orders where capture_id is not null`,
  );
  const known = new Set(orders.map(({ id }) => id));
  const found = captures.flatMap(({ id, orderId, status, captured, refunded, reversed, at }) => {
    const left = cents(captured) - cents(refunded) - cents(reversed);
    const isYoung = now.getTime() - Date.parse(at) < refundableMs;
    const isFree = !busy.some((one) => one.id === id);
    // One that the site does not know yet belongs to nobody.
    const isKnown = known.has(orderId);
    return left > 0n && isYoung && isFree && isKnown && status !== 'PENDING'
      ? [{ id, orderId, left }]
      : [];
  });
  return found.length > 0 ? chance.pick(found) : undefined;
}

/** Of what is left of a capture: all, or a part. */
const partOf = ({ left }: Capture, isWhole: boolean) => decimal(isWhole ? left : left / 3n);

const refundByUs =
  (isWhole: boolean): Incident =>
  async (parts) => {
    const capture = await pickCapture(parts);
    const [row] = capture
      ? await parts.site.db.rows<{ id: string }>(
          `select payment_id as id from paypal_orders where capture_id = $1`,
          [capture.id],
        )
      : [];
    if (!capture || !row) return false;
    const held = decimal(await parts.treasurer.heldOf(row.id));
    const body = { amount: partOf(capture, isWhole), held, reason: 'As agreed.' };
    await parts.treasurer.post(`/api/admin/payments/${row.id}/paypal-refund`, body);
    return true;
  };

const atPaypal =
  (action: 'refund' | 'reverse', isWhole: boolean): Incident =>
  async (parts) => {
    const capture = await pickCapture(parts);
    if (!capture) return false;
    return act(parts, 'captures', capture.id, action, { amount: partOf(capture, isWhole) });
  };

const dispute =
  (details: object, isWhole: boolean): Incident =>
  async (parts) => {
    const capture = await pickCapture(parts);
    if (!capture) return false;
    const amount = partOf(capture, isWhole);
    return act(parts, 'captures', capture.id, 'dispute', { ...details, amount });
  };

const endDispute =
  (action: string, isPart = false): Incident =>
  async ({ site, chance }) => {
    const open = await site.db.rows<{ id: string; amount: string }>(
      `select id, amount_cents::text as amount from paypal_disputes where status <> 'RESOLVED' order by id`,
    );
    if (open.length === 0) return false;
    const { id, amount } = chance.pick(open);
    const details = isPart ? { amount: decimal(BigInt(amount) / 2n) } : {};
    return act({ site }, 'disputes', id, action, details);
  };

const pendingEnds =
  (action: 'complete' | 'decline'): Incident =>
  async ({ site }) => {
    const { captures } = await site.paypal.journal();
    const pending = captures.find(({ status }) => status === 'PENDING');
    return pending ? act({ site }, 'captures', pending.id, action) : false;
  };

/** A refund that PayPal held is through, or fails. */
const refundEnds =
  (action: 'complete' | 'fail'): Incident =>
  async ({ site }) => {
    // Those from the dashboard, and those that someone made at PayPal, which only its report names.
    const pending = await site.db.rows<{ id: string }>(
      `select refund_id as id, created_at as at from paypal_refunds where state = 'pending'
       union select transaction_id, at from paypal_lines where state = 'pending' and event_code = 'T1107'
       order by at`,
    );
    for (const { id } of pending) if (await act({ site }, 'refunds', id, action)) return true;
    return false;
  };

/** A transfer that was confirmed comes back: the statement has a line of money out, and we write it down. */
const bounce: Incident = async ({ site, treasurer, bank, chance }) => {
  const confirmed = await site.db.rows<{ id: string; number: string; rail: Rail; held: string }>(
    `select id, claim_number as number, rail, (received_cents - coalesce(refunded_cents, 0))::text as held
     from payments where rail in ('zelle', 'bank') and status = 'succeeded' order by claim_number`,
  );
  if (confirmed.length === 0) return false;
  const { id, number, rail, held } = chance.pick(confirmed);
  if (bank.sumsOf(number).came !== BigInt(held)) return false; // confirmed by a slip, to be taken back
  const amount = chance.in100(50) ? BigInt(held) : BigInt(held) / 2n;
  const day = await site.today();
  bank.send({ rail, day, cents: -amount, number, text: `RETURNED ${number}` }, false);
  const body = { amount: decimal(amount), held: decimal(BigInt(held)), refundedOn: day };
  await treasurer.post(`/api/admin/payments/${id}/refund`, { ...body, reason: 'Returned.' });
  return true;
};

/** A refund is recorded that nobody sent, and taken back. */
const wrongRefund: Incident = async ({ site, treasurer, chance }) => {
  const confirmed = await site.db.rows<{ id: string; held: string }>(
    `select id, (received_cents - coalesce(refunded_cents, 0))::text as held from payments
     where rail in ('zelle', 'bank') and status = 'succeeded' order by claim_number`,
  );
  if (confirmed.length === 0) return false;
  const { id, held } = chance.pick(confirmed);
  const amount = decimal(chance.in100(50) ? BigInt(held) : 1000n);
  const refundedOn = await site.today();
  const body = { amount, held: decimal(BigInt(held)), refundedOn, reason: 'The wrong one.' };
  await treasurer.post(`/api/admin/payments/${id}/refund`, body);
  await treasurer.takeBack(id);
  return true;
};

interface Unpaid {
  id: string;
  dueOn: string;
}

const pickUnpaid = async ({ site, chance }: Parts, status: string): Promise<Unpaid | undefined> => {
  const found = await site.db.rows<Unpaid>(
    `select i.id, i.due_on::text as "dueOn" from instalments i join payment_schedules s on s.id = i.schedule_id
     join passport_applications a on a.id = s.application_id where i.status = $1 and s.status = 'active' and not exists (select from payments p
       where p.instalment_id = i.id and p.status in ('claimed', 'processing')) order by a.email, i.number`,
    [status],
  );
  return found.length > 0 ? chance.pick(found) : undefined;
};

const waiveAndUndo: Incident = async (parts) => {
  const unpaid = await pickUnpaid(parts, 'scheduled');
  if (!unpaid) return false;
  const path = `/api/admin/instalments/${unpaid.id}/waive`;
  await parts.treasurer.post(path, { reason: 'The wrong person.' });
  await parts.treasurer.post(`${path}/undo`);
  return true;
};

const waive: Incident = async (parts) => {
  const unpaid = await pickUnpaid(parts, 'scheduled');
  if (!unpaid) return false;
  await parts.treasurer.post(`/api/admin/instalments/${unpaid.id}/waive`, { reason: 'A gift.' });
  return true;
};

const move: Incident = async (parts) => {
  const unpaid = await pickUnpaid(parts, 'scheduled');
  if (!unpaid) return false;
  const dueOn = new Date(Date.parse(unpaid.dueOn) + days(5)).toISOString().slice(0, 10);
  const body = { dueOn, withLater: true, reason: 'As asked.' };
  await parts.treasurer.post(`/api/admin/instalments/${unpaid.id}/move`, body);
  return true;
};

/** Money in PayPal's account that is none of ours, which stays in the review list. */
const strangeLine: Incident = async ({ site }) => {
  await site.paypal.addTransaction({ code: 'T0013', amount: '25.00', fee: '-1.05' });
  return true;
};

/** A line that is decided: it is a donation. */
const decideLine: Incident = async ({ site, treasurer }) => {
  const [line] = await site.db.rows<{ id: string }>(
    `select id::text as id from paypal_lines where state = 'unmatched' and event_code = 'T0013' order by id limit 1`,
  );
  if (!line) return false;
  const body = { lines: [line.id], to: 'donations', reason: 'A donation.' };
  await treasurer.post('/api/admin/payments/lines/decide', body);
  return true;
};

const toOurBank: Incident = async ({ site }) => {
  await site.paypal.addTransaction({ code: 'T0400', amount: '-50.00' });
  return true;
};

const unasked: Incident = async ({ site, treasury }) => {
  await sendUnasked(site, treasury, 10n ** 15n);
  await site.chain.mine(FINAL_BLOCKS + 1);
  return true;
};

const forgetAccount: Incident = async ({ site, chance }) => {
  const notices = await site.paypal.outbox('VAULT.PAYMENT-TOKEN.CREATED');
  const tokens = notices.map(
    ({ body }) => (JSON.parse(body) as { resource: { id: string } }).resource.id,
  );
  return tokens.length > 0 && act({ site }, 'tokens', chance.pick(tokens), 'forget');
};

const slips: Incident = async ({ treasurer }) => {
  await treasurer.correctSlips();
  return true;
};

/** They come in this order, each as soon as there is an occasion. */
const INCIDENTS: Readonly<Record<string, Incident>> = {
  'refunds of a part from the dashboard': refundByUs(false),
  'disputes of a whole payment': dispute({}, true),
  'disputes ended for the seller': endDispute('resolve-for-seller'),
  'returned transfers': bounce,
  'refunds of a part at PayPal': atPaypal('refund', false),
  'lines that are none of ours': strangeLine,
  'refunds recorded by mistake and taken back': wrongRefund,
  'disputes of a part': dispute({ reason: 'INCORRECT_AMOUNT' }, false),
  'disputes ended for the buyer': endDispute('resolve-for-buyer'),
  'lines decided': decideLine,
  'instalments waived by mistake and undone': waiveAndUndo,
  'whole refunds from the dashboard': refundByUs(true),
  'pending payments that came': pendingEnds('complete'),
  'disputes by a bank': dispute({ channel: 'EXTERNAL' }, true),
  'disputes ended for the buyer in part': endDispute('resolve-for-buyer', true),
  'ETH that nobody announced': unasked,
  'instalments moved': move,
  'reversals at PayPal': atPaypal('reverse', true),
  'transfers to our bank': toOurBank,
  inquiries: dispute({ lifecycle: 'INQUIRY' }, true),
  'disputes that PayPal paid': endDispute('resolve-with-payout'),
  'instalments waived': waive,
  'disputes taken back by the payer': endDispute('cancel'),
  'pending payments that were refused': pendingEnds('decline'),
  'accounts that PayPal forgot': forgetAccount,
  'whole refunds at PayPal': atPaypal('refund', true),
  'held refunds that came': refundEnds('complete'),
  'held refunds that failed': refundEnds('fail'),
};
export const INCIDENT_NAMES = Object.keys(INCIDENTS);

/** Nothing stays under way at PayPal. */
export async function endRefunds(parts: Parts): Promise<void> {
  while (await refundEnds('complete')(parts)) await parts.site.workAnHour();
}

/** Deals the incidents out, each in its turn; one without an occasion waits for the next step. */
export class Incidents {
  readonly #parts: Parts;
  #waiting: string[] = [];
  readonly refused: string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async happen(count: number): Promise<void> {
    await slips(this.#parts);
    for (let n = 0; n < count; n++) {
      if (this.#waiting.length < INCIDENT_NAMES.length) this.#waiting.push(...INCIDENT_NAMES);
      // The first in line that has an occasion.
      for (const name of this.#waiting.slice(0, 8)) {
        if (!(await this.#try(name))) continue;
        this.#waiting.splice(this.#waiting.indexOf(name), 1);
        break;
      }
    }
  }

  async #try(name: string): Promise<boolean> {
    const happen = INCIDENTS[name];
    try {
      if (!happen || !(await happen(this.#parts))) return false;
    } catch (error) {
      // PayPal's or our own refusal is an answer; a broken call is not.
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      this.refused.push(`${name}: ${error.message}`);
      return true;
    }
    this.#parts.treasurer.note(name);
    return true;
  }
}
