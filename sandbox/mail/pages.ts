import { Html, html } from '../page.ts';
import { FAULTS, type FaultSetting } from './faults.ts';
import type { Message } from './message.ts';

type Page = { title: string; body: Html; refreshSeconds?: number };
const TEXT_SHOWN = 200_000;

/** The list of mails, newest first, with its tools and the switch for faults. */
export function inboxPage(
  messages: Message[],
  total: number,
  fault: FaultSetting,
  query: URLSearchParams,
): Page {
  const to = query.get('to') ?? '';
  const isLive = query.get('live') === '1';
  const here = (live: boolean) =>
    `/inbox?${new URLSearchParams({ ...(to && { to }), ...(live && { live: '1' }) })}`;
  const body = html`<main class="wide">
<h1>Inbox</h1>
<p class="quiet">Every mail that the site sends arrives here and goes no further.</p>
${fault.mode !== 'none' && faultInForce(fault)}
<div class="row tools">
<form class="row grow" action="/inbox">
<label class="grow">Recipient <input name="to" type="search" value="${to}" placeholder="name@example.org"></label>
<button>Show</button>
</form>
<a class="button" href="${here(isLive)}">Refresh</a>
<a class="button" href="${here(!isLive)}">${isLive ? 'Stop following' : 'Follow live'}</a>
</div>
${messages.length ? mailList(messages) : emptyInbox(to)}
${total > messages.length && html`<p class="quiet">The newest ${messages.length} of ${total} are shown.</p>`}
${faultForm(fault)}
${messages.length > 0 && html`<form method="post" action="/inbox/clear" class="tools"><button>Empty the inbox</button></form>`}
</main>`;
  return { title: `Inbox (${total})`, body, ...(isLive && { refreshSeconds: 5 }) };
}

/** One mail: its headers, its text, and its HTML in a frame that may do nothing. */
export function messagePage(message: Message, newest: Message[]): Page {
  const { id, subject, from, to, text, headers, attachments } = message;
  const links = linksOf(message);
  const body = html`<main class="panes">
<nav aria-label="Inbox"><p><a href="/inbox">Inbox</a></p>${mailList(newest, id)}</nav>
<article>
<p class="back"><a href="/inbox">Back to the inbox</a></p>
<h1><bdi>${subject || 'No subject'}</bdi></h1>
<dl class="head">
<dt>From</dt><dd><bdi>${from}</bdi></dd>
<dt>Delivered to</dt><dd>${to.join(', ')}</dd>
<dt>Received</dt><dd>${time(message)}</dd>
${attachments.length > 0 && html`<dt>Attached</dt><dd>${attachments.map((a) => `${a.filename} (${a.type}, ${a.bytes} bytes)`).join('\n')}</dd>`}
</dl>
${message.problem && html`<p class="fault">This mail could not be read: ${message.problem}</p>`}
${links.length > 0 && html`<h2>Links</h2><ul class="links">${links.map((link) => html`<li><a href="${link}" target="_blank" rel="noopener">${link}</a></li>`)}</ul>`}
${text && html`<h2>Text</h2><div class="text" dir="auto">${text.slice(0, TEXT_SHOWN)}</div>`}
${message.html && html`<h2>HTML</h2><iframe sandbox="" title="The mail as HTML" src="/inbox/messages/${id}/html"></iframe>`}
<details><summary>All headers</summary><dl class="head">${Object.entries(headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>
<p class="quiet"><a href="/inbox/messages/${id}/raw">Source</a> · <a href="/inbox/messages/${id}">JSON</a></p>
</article>
</main>`;
  return { title: subject || 'No subject', body };
}

function mailList(messages: Message[], current?: string): Html {
  return html`<ol class="mails">${messages.map(
    (
      message,
    ) => html`<li><a href="/inbox/${message.id}"${message.id === current && html` aria-current="page"`}>
<span class="from"><bdi>${message.from.replace(/(.) <[^<>]*>$/, '$1') || 'Unknown sender'}</bdi></span>
<span class="time quiet">${time(message, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })}</span>
<span class="subject"><bdi>${message.subject || 'No subject'}</bdi></span>
<span class="start quiet"><bdi>${message.text.slice(0, 160)}</bdi></span>
<span class="to quiet">to ${message.to.join(', ')}</span>
</a></li>`,
  )}</ol>`;
}

function emptyInbox(to: string): Html {
  return html`<div class="empty"><h2>${to ? `No mail for ${to}` : 'No mail yet'}</h2>
<p>Sign the declaration, apply for a passport or write to us on the site: what it sends appears here.</p></div>`;
}

function faultInForce({ mode, match }: FaultSetting): Html {
  return html`<form class="fault row" method="post" action="/mail/faults">
<p><strong>${FAULTS[mode]}.</strong>${match && html` Only for recipients with “${match}”.`}</p>
<input type="hidden" name="mode" value="none"><button class="main">Mend it</button></form>`;
}

function faultForm({ mode, match }: FaultSetting): Html {
  return html`<details><summary>Break the mail on purpose</summary>
<form class="row" method="post" action="/mail/faults">
<label class="grow">What happens <select name="mode">${Object.entries(FAULTS).map(
    ([value, sentence]) =>
      html`<option value="${value}"${value === mode && html` selected`}>${sentence}</option>`,
  )}</select></label>
<label class="grow">Only for recipients with <input name="match" value="${match}" placeholder="everybody"></label>
<button>Apply</button>
</form></details>`;
}

// The frame opens no links, so the ones that a person may want to follow are listed beside it.
function linksOf({ text, html: markup }: Message): string[] {
  const inMarkup = [...markup.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
    (m) => m[1] ?? m[2] ?? '',
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map((m) =>
    m[0].replace(/[.,;:!?]+$/, ''),
  );
  const plain = inMarkup.map((link) => link.replaceAll(/&amp;|&#38;|&#x26;/gi, '&'));
  return [...new Set([...plain, ...inText])]
    .filter((link) => /^https?:$/.test(URL.parse(link)?.protocol ?? ''))
    .slice(0, 50);
}

function time(
  { receivedAt }: Message,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'long' },
): Html {
  const shown = new Date(receivedAt).toLocaleString('en-GB', style);
  return html`<time datetime="${receivedAt}">${shown}</time>`;
}
