import { type Html, html } from '../page.ts';
import { FAULTS, type FaultSetting } from './faults.ts';
import { whole } from './units.ts';
import type { Account, Sent } from './view.ts';
import type { Market } from './market.ts';

export type View = {
  head: { number: number; seconds: number };
  mode: 'auto' | 'manual';
  accounts: Account[];
  sent: Sent[];
  market: Market;
};

type Page = { title: string; body: Html; refreshSeconds?: number };

/** The labels of the buttons. Each is an action of `page.routes.ts`. */
export const BUTTONS = {
  mine: 'Add a block',
  finalise: 'Add 16 blocks: everything is final',
  lose: 'Reorganise 3 blocks and lose their payments',
  shuffle: 'Reorganise 3 blocks, payments come back',
  pause: 'Stop the blocks',
  go: 'Let blocks come',
  stale: 'Let the ETH price go stale',
  fresh: 'Keep the prices fresh',
  inflate: 'Let the oracle say 100 times the ETH price',
  ahead: 'Date the oracle’s ETH price in the future',
  close: 'Take both exchanges down',
  part: 'Let Kraken say 10 % more for ETH',
  usual: 'Put all prices right',
  fee: 'Switch the token’s fee on (0.5 %)',
  noFee: 'Switch the token’s fee off',
} as const;
export type Button = keyof typeof BUTTONS;

const STATES: Record<Sent['state'], string> = {
  waiting: 'waits for a block',
  failed: 'failed',
  confirming: 'confirming',
  final: 'final',
};

/** The chain to a person: what is wrong with it, its buttons, the last payments, the accounts. */
export function chainPage(view: View, faults: readonly FaultSetting[], isLive: boolean): Page {
  const { head, mode, accounts, sent } = view;
  const { feeds, fee, exchanges } = view.market;
  const isStale = feeds.ETH.frozenAt !== 0;
  const body = html`<main class="wide">
<h1>Chain</h1>
<p class="quiet">A chain of our own that calls itself Ethereum’s mainnet. Block ${head.number}, ${time(head.seconds)}. ${mode === 'manual' && html`<strong>Blocks come by hand only.</strong>`}</p>
${faults.map(
  ({ mode: fault }, index) =>
    fault !== 'none' &&
    html`<form class="fault row" method="post" action="/chain/broken"><p>Node ${index + 1}: <strong>${FAULTS[fault]}.</strong></p><input type="hidden" name="node" value="${index + 1}"><input type="hidden" name="mode" value="none"><button class="main">Mend it</button></form>`,
)}
${isStale && html`<p class="fault">The ETH price is frozen at ${feeds.ETH.answer} dollars since ${time(feeds.ETH.frozenAt)}.</p>`}
<form class="row tools" method="post" action="/chain/buttons">${buttons([
    'mine',
    'finalise',
    'lose',
    'shuffle',
    mode === 'auto' ? 'pause' : 'go',
    isStale ? 'fresh' : 'stale',
    fee.basisPoints ? 'noFee' : 'fee',
  ])}</form>
<div class="row tools"><a class="button" href="/chain${isLive && '?live=1'}">Refresh</a><a class="button" href="/chain${!isLive && '?live=1'}">${isLive ? 'Stop following' : 'Follow live'}</a></div>
<h2>Last payments</h2>
${sent.length ? sentTable(sent, head.number) : html`<p>Nothing has been sent in the last blocks. Pay with the Sandbox Wallet in the payment dialog: it appears here.</p>`}
<h2>Accounts</h2>
<div class="scroll" role="region" aria-label="Accounts" tabindex="0"><table><thead><tr><th scope="col">Account</th><th scope="col" class="number">ETH</th><th scope="col" class="number">USDT</th><th scope="col">Address</th></tr></thead><tbody>${accounts.map(
    ({ address, wei, units }, index) =>
      html`<tr><th scope="row">${index + 1}</th><td class="number">${rounded(wei, 18)}</td><td class="number">${rounded(units, 6)}</td><td><code>${address}</code></td></tr>`,
  )}</tbody></table></div>
<details><summary>Break a node on purpose</summary>
<form class="row" method="post" action="/chain/broken"><label>Node <select name="node"><option value="1">1</option><option value="2">2</option></select></label><label class="grow">What happens <select name="mode">${Object.entries(
    FAULTS,
  ).map(
    ([value, sentence]) => html`<option value="${value}">${sentence}</option>`,
  )}</select></label><button>Apply</button></form></details>
<details><summary>Break the prices on purpose</summary>
<p>Oracle: 1 ETH is ${feeds.ETH.answer} dollars. ${Object.entries(exchanges).map(
    ([name, { ETH, isDown }]) => `${name}: ${isDown ? 'down' : `${ETH} dollars`}. `,
  )}</p>
<form class="row tools" method="post" action="/chain/buttons">${buttons(['inflate', 'ahead', 'close', 'part', 'usual'])}</form></details>
</main>`;
  return { title: `Chain, block ${head.number}`, body, ...(isLive && { refreshSeconds: 2 }) };
}

const buttons = (names: Button[]) =>
  names.map((name) => html`<button name="press" value="${name}">${BUTTONS[name]}</button>`);

const sentTable = (sent: Sent[], head: number) =>
  html`<div class="scroll" role="region" aria-label="Last payments" tabindex="0"><table><thead><tr><th scope="col">State</th><th scope="col">Amount</th><th scope="col">Block</th><th scope="col">To</th><th scope="col">Transaction</th></tr></thead><tbody>${sent.map(
    ({ state, amount, to, blockNumber, hash }) =>
      html`<tr><td>${STATES[state]}</td><td>${amount}</td><td>${blockNumber === undefined ? '' : `${blockNumber} (+${head - blockNumber})`}</td><td><code>${to}</code></td><td><code>${hash}</code></td></tr>`,
  )}</tbody></table></div>`;

/** Four places are enough to see that something moved. */
function rounded(units: bigint, decimals: number): string {
  return whole(units, decimals).replace(/(\.\d{4})\d+$/, '$1');
}

function time(seconds: number): Html {
  const at = new Date(seconds * 1000);
  const shown = at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' });
  return html`<time datetime="${at.toISOString()}">${shown}</time>`;
}
