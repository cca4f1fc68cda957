import { readFileSync } from 'node:fs';
import type { Reply } from '../control.ts';
import { html, page } from '../page.ts';
import type { Bank } from './bank.ts';
import { PAYER } from './bank.ts';
import { money } from './money.ts';
import { approve, openOrder, orderById } from './orders.ts';
import { Problem } from './problem.ts';
import type { Order } from './record.ts';
import { type RestCall, type RestRoute, say } from './rest.ts';

const STYLE = '/checkoutnow/style.css';
const result = readFileSync(new URL('./result.js', import.meta.url), 'utf8');
const styles = readFileSync(new URL('../page.css', import.meta.url), 'utf8');

/** The page where a payer approves or cancels an order, for a person and for scripts. */
export function approvalRoutes(bank: Bank): RestRoute[] {
  const decide = (call: RestCall, decision: 'approved' | 'cancelled'): Reply => {
    const id = String(call.params.id);
    const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const order = bank.ledger.transaction(() =>
      decision === 'approved' ? approve(bank, id, sourceOf(call.url)) : openOrder(bank, id),
    );
    bank.delivery.start();
    return isForm ? resultPage(order, decision) : say(200, { id, status: order.status, decision });
  };
  return [
    {
      method: 'GET',
      path: '/checkoutnow',
      handle({ url }) {
        try {
          const order = openOrder(bank, url.searchParams.get('token') ?? '');
          return approvalPage(order, sourceOf(url));
        } catch (error) {
          if (error instanceof Problem) return gonePage(bank, url.searchParams.get('token') ?? '');
          throw error;
        }
      },
    },
    {
      method: 'POST',
      path: '/checkoutnow/:id/approve',
      handle: (call) => decide(call, 'approved'),
    },
    {
      method: 'POST',
      path: '/checkoutnow/:id/cancel',
      handle: (call) => decide(call, 'cancelled'),
    },
    {
      method: 'GET',
      path: STYLE,
      handle: () => ({ headers: { 'content-type': 'text/css; charset=utf-8' }, body: styles }),
    },
    {
      method: 'GET',
      path: '/checkoutnow/result.js',
      handle: () => ({
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
        body: result,
      }),
    },
  ];
}

/** The button that was pressed in the shop. */
const sourceOf = (url: URL) =>
  url.searchParams.get('fundingSource') === 'card' ? 'card' : 'paypal';

function approvalPage(order: Order, source: 'paypal' | 'card'): Reply {
  const { value, currency_code } = money(order.units, order.currency);
  const { given_name, surname } = PAYER.name;
  const body = html`<main class="narrow">
<h1>Pay ${value} ${currency_code}</h1>
<dl class="head">
<dt>To</dt><dd>${order.brand ?? order.unit.payee?.email_address}</dd>
<dt>For</dt><dd>${order.unit.description ?? 'Your purchase'}</dd>
${order.unit.invoice_id && html`<dt>Invoice</dt><dd>${order.unit.invoice_id}</dd>`}
<dt>From</dt><dd>${source === 'card' ? 'a card of the sandbox' : `${given_name} ${surname}, ${PAYER.email_address}`}</dd>
</dl>
${order.wantsVault && source === 'paypal' && html`<p>The shop may charge this account again for later payments.</p>`}
<div class="row tools">
<form method="post" action="/checkoutnow/${order.id}/approve?fundingSource=${source}"><button class="main">Approve</button></form>
<form method="post" action="/checkoutnow/${order.id}/cancel"><button>Cancel</button></form>
</div>
</main>`;
  return page({ title: `Pay ${value} ${currency_code}`, body, stylesheet: STYLE });
}

function gonePage(bank: Bank, id: string): Reply {
  let said = 'There is no such order, or its three hours are over.';
  try {
    if (orderById(bank, id)) said = 'This order has been approved already.';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const body = html`<main class="narrow"><h1>Nothing to pay</h1><p>${said}</p><p>You can close this window.</p></main>`;
  return { ...page({ title: 'Nothing to pay', body, stylesheet: STYLE }), status: 404 };
}

/** Tells the window that opened this one, or goes back to the shop when none did. */
function resultPage(order: Order, decision: 'approved' | 'cancelled'): Reply {
  const back = decision === 'approved' ? order.returnUrl : order.cancelUrl;
  const title = decision === 'approved' ? 'Approved' : 'Cancelled';
  const data = JSON.stringify({ orderID: order.id, payerID: order.payer?.payer_id, decision });
  const body = html`<main class="narrow" data-result="${data}">
<h1>${title}</h1>
<p>You can close this window.</p>
${back && html`<p><a href="${back}">Back to the shop</a></p>`}
<script src="/checkoutnow/result.js"></script>
</main>`;
  return page({ title, body, stylesheet: STYLE, hasScript: true });
}
