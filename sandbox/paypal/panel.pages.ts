import { type Html, html } from '../page.ts';
import type { Bank } from './bank.ts';
import { journal } from './journal.ts';
import type { Action } from './actions.ts';
import { type Fault, FAULTS } from './faults.ts';
import { money } from './money.ts';
import type { Capture, Dispute, Hook, Notice, Order, Token } from './record.ts';

type Page = { title: string; body: Html; refreshSeconds?: number };
const SHOWN = 25;

const LABELS: Record<Action, string> = {
  'orders/approve': 'Approve',
  'orders/withdraw': 'Take the approval back',
  'captures/complete': 'Let it through',
  'captures/decline': 'Refuse it',
  'captures/refund': 'Refund',
  'captures/reverse': 'Remove published text',
  'refunds/complete': 'Let it through',
  'refunds/fail': 'Let it fail',
  'captures/dispute': 'Dispute',
  'disputes/escalate': 'Escalate',
  'disputes/ask-seller': 'Ask the shop',
  'disputes/change-amount': 'Change the amount',
  'disputes/accept-offer': 'Take the offer',
  'disputes/deny-offer': 'Deny the offer',
  'disputes/resolve-for-buyer': 'For the buyer',
  'disputes/resolve-for-seller': 'For the shop',
  'disputes/resolve-with-payout': 'PayPal pays',
  'disputes/cancel': 'Withdraw',
  'tokens/forget': 'Forget',
  'notices/resend': 'Send again',
};

/** The possible actions on a record, by its state. */
const OF_ORDER: Partial<Record<Order['status'], Action[]>> = {
  CREATED: ['orders/approve'],
  PAYER_ACTION_REQUIRED: ['orders/approve'],
  APPROVED: ['orders/withdraw'],
};
const PAID: Action[] = ['captures/refund', 'captures/reverse', 'captures/dispute'];
const OF_CAPTURE: Partial<Record<Capture['status'], Action[]>> = {
  PENDING: ['captures/complete', 'captures/decline'],
  COMPLETED: PAID,
  PARTIALLY_REFUNDED: PAID,
};

/** PayPal to a person: what is wrong with it, the orders and the money, and what others can do with them. */
export function panelPage(bank: Bank, isLive: boolean): Page {
  const { ledger, notices, faults, url } = bank;
  const orders = ledger.list('order', SHOWN);
  const disputes = ledger.list('dispute', SHOWN);
  const tokens = ledger.list('token', SHOWN);
  const recent = ledger.list('notice', SHOWN);
  const { days } = journal(bank);
  const body = html`<main class="wide">
<h1>PayPal</h1>
<p class="quiet">A PayPal of our own at <code>${url}</code>. Its data: <a href="${url}/journal">journal</a>, <a href="${url}/outbox">notices</a>.</p>
${faults.inForce.map(faultInForce)}
<div class="row tools"><a class="button" href="/paypal${isLive && '?live=1'}">Refresh</a><a class="button" href="/paypal${!isLive && '?live=1'}">${isLive ? 'Stop following' : 'Follow live'}</a></div>
<h2>Orders</h2>
${
  orders.length
    ? table(
        'Orders',
        ['State', 'Amount', 'Order', 'What others do'],
        orders.map((order) => orderRow(bank, order)),
      )
    : html`<p>No order yet. Choose the card in the payment dialog of the site: its order appears here.</p>`
}
${disputes.length > 0 && html`<h2>Disputes</h2>${table('Disputes', ['State', 'Amount', 'Payment', 'Decide'], disputes.map(disputeRow))}`}
${tokens.length > 0 && html`<h2>Kept accounts</h2>${table('Kept accounts', ['Account', 'Person', 'Order', 'What others do'], tokens.map(tokenRow))}`}
${days.length > 0 && html`<h2>Journal</h2>${table('Journal', ['Day', 'Taken', 'Refunded', 'Undone', 'Kept'], days.map(dayRow))}`}
<h2>Notices</h2>
${hookForm(notices.hook)}
${recent.length > 0 && table('Notices', ['State', 'Notice', 'Tries', 'Answer', 'What we do'], recent.map(noticeRow))}
${faultForm()}
</main>`;
  return { title: 'PayPal', body, ...(isLive && { refreshSeconds: 3 }) };
}

function orderRow(bank: Bank, order: Order): Piece[] {
  const captures = bank.ledger.find('capture', order.id);
  const id = html`<code>${order.id}</code>`;
  return [
    captures.length ? captures.map(captureState) : STATES[order.status],
    amount(order.units, order.currency),
    html`${order.unit.invoice_id && html`${order.unit.invoice_id}<br>`}${order.status in WAITING ? html`<a href="${bank.url}/checkoutnow?token=${order.id}" target="_blank" rel="noopener">${id}</a>` : id}`,
    html`<div class="row">${actions(OF_ORDER[order.status], order.id)}${captures.map((capture) => actions(OF_CAPTURE[capture.status], capture.id))}</div>`,
  ];
}

const WAITING = {
  CREATED: 'waiting for the payer',
  PAYER_ACTION_REQUIRED: 'waiting for the payer',
};
const STATES: Record<Order['status'], string> = {
  ...WAITING,
  APPROVED: 'approved',
  COMPLETED: 'completed',
  VOIDED: 'over',
};
const PAID_STATES: Record<Capture['status'], string> = {
  COMPLETED: 'paid',
  DECLINED: 'declined',
  FAILED: 'failed',
  PENDING: 'held',
  PARTIALLY_REFUNDED: 'partly refunded',
  REFUNDED: 'refunded',
};

function captureState({ status, refundedUnits, reversedUnits, currency }: Capture): Html {
  const back = refundedUnits + reversedUnits;
  return html`${PAID_STATES[status]}${back > 0 && html`<br>${amount(back, currency)} back`}`;
}

const DECISIONS: Action[] = [
  'disputes/resolve-for-buyer',
  'disputes/resolve-for-seller',
  'disputes/resolve-with-payout',
  'disputes/cancel',
];

const OF_OFFER: Action[] = ['disputes/accept-offer', 'disputes/deny-offer'];

const disputeRow = ({ id, status, outcome, units, currency, captureId }: Dispute): Piece[] => [
  outcome ?? status,
  amount(units, currency),
  html`<code>${captureId}</code>`,
  html`<div class="row">${status === 'WAITING_FOR_BUYER_RESPONSE' && actions(OF_OFFER, id)}${status !== 'RESOLVED' && actions(DECISIONS, id)}</div>`,
];

const tokenRow = ({ id, payer, orderId }: Token): Piece[] => [
  html`<code>${id}</code>`,
  payer.email_address,
  html`<code>${orderId}</code>`,
  actions(['tokens/forget'], id),
];

const noticeRow = ({ id, type, state, attempts, lastAnswer }: Notice): Piece[] => [
  state,
  type,
  attempts,
  lastAnswer ?? '',
  actions(['notices/resend'], id),
];

const dayRow = (day: ReturnType<typeof journal>['days'][number]): Piece[] => [
  day.day,
  `${day.captured} ${day.currency}`,
  day.refunded,
  day.reversed,
  html`<strong>${day.held}</strong>`,
];

const ORDERS: Record<Hook['order'], string> = {
  sent: 'As things happen',
  reversed: 'The last first',
  shuffled: 'In any order',
  held: 'Not at all for now',
};

function hookForm({ url, order, copies }: Hook): Html {
  return html`<p class="quiet">They go to ${url ? html`<code>${url}</code>` : 'nobody yet'}.</p>
<form class="row tools" method="post" action="/paypal/order">
<label>How they come <select name="order">${options(ORDERS, order)}</select></label>
<label>Copies of each <input name="copies" type="number" min="1" max="200" value="${copies}"></label>
<button>Apply</button></form>`;
}

const faultInForce = ({ mode, count, on }: Fault): Html =>
  html`<form class="fault row" method="post" action="/paypal/broken"><p><strong>${FAULTS[mode].says}.</strong>${count !== undefined && ` The next ${count}.`}${on && ` Only: ${on.join(', ')}.`}</p><input type="hidden" name="mode" value="none"><button class="main">Mend it</button></form>`;

function faultForm(): Html {
  const sentences = Object.fromEntries(
    Object.entries(FAULTS)
      .filter(([mode]) => mode !== 'altered')
      .map(([mode, { says }]) => [mode, says]),
  );
  return html`<details><summary>Break PayPal on purpose</summary>
<form class="row" method="post" action="/paypal/broken">
<label class="grow">What happens <select name="mode">${options(sentences)}</select></label>
<label>How often <input name="count" type="number" min="1" placeholder="always"></label>
<button>Apply</button></form></details>`;
}

const options = (sentences: Record<string, string>, chosen?: string) =>
  Object.entries(sentences).map(
    ([value, sentence]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${sentence}</option>`,
  );

const actions = (names: Action[] = [], id: string) =>
  names.map(
    (name) =>
      html`<form method="post" action="/paypal/actions"><input type="hidden" name="id" value="${id}"><button name="action" value="${name}">${LABELS[name]}</button></form>`,
  );

type Piece = Html | string | number | Html[];

const table = (name: string, heads: string[], rows: Piece[][]) =>
  html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

function amount(units: number, currency: string): string {
  const { value, currency_code } = money(units, currency);
  return `${value} ${currency_code}`;
}
