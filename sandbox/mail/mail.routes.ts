import { Readable } from 'node:stream';
import { z } from 'zod';
import { type Call, json, Refusal, type Route, seeOther } from '../control.ts';
import { page, stylesheet } from '../page.ts';
import { FaultSetting, type MailFaults } from './faults.ts';
import type { Entry, Filter, Inbox } from './inbox.ts';
import { type Message, parseMessage } from './message.ts';
import { inboxPage, messagePage } from './pages.ts';

const Query = z.object({
  to: z.string().optional(),
  since: z
    .union([z.coerce.number(), z.iso.datetime({ offset: true }).transform(Date.parse)])
    .optional(),
  limit: z.coerce.number().int().min(1).optional(),
  wait: z.coerce.number().int().min(0).max(60_000).default(0),
});

const PAGE_ROWS = 100;
const MOST_PARSED = 500;

/** The inbox as JSON under `/inbox/messages`, as pages under `/inbox`, and the switch for faults. */
export function mailRoutes(
  inbox: Inbox,
  faults: MailFaults,
  setFault: (setting: FaultSetting) => Promise<void>,
): Route[] {
  const parsed = new Map<string, Message>();

  /** The parsed mail; undefined when it was cleared meanwhile. */
  async function read(entry: Entry): Promise<Message | undefined> {
    const cached = parsed.get(entry.id);
    if (cached) return cached;
    const raw = await inbox.read(entry.id);
    if (!raw) return undefined;
    const message = await parseMessage(entry, raw);
    for (const id of parsed.keys()) if (parsed.size >= MOST_PARSED) parsed.delete(id);
    parsed.set(entry.id, message);
    return message;
  }
  async function named<T>(call: Call, look: (entry: Entry) => Promise<T | undefined>): Promise<T> {
    const entry = inbox.find(call.params.id ?? '');
    const found = entry && (await look(entry));
    if (!found) throw new Refusal(404, 'No such message');
    return found;
  }
  async function search(call: Call): Promise<Entry[]> {
    const query = Query.safeParse(Object.fromEntries(call.url.searchParams));
    if (!query.success) throw new Refusal(400, z.prettifyError(query.error));
    const { wait, ...filter } = query.data satisfies Filter;
    return wait ? inbox.waitFor(filter, wait, call.signal) : inbox.list(filter);
  }
  /** One message at a time: ten thousand of them are never in memory together. */
  async function* listed(entries: Entry[]): AsyncGenerator<string> {
    yield '[';
    let between = '';
    for (const entry of entries) {
      const message = await read(entry);
      if (!message) continue;
      yield between + JSON.stringify(message);
      between = ',\n';
    }
    yield ']\n';
  }
  async function newest(entries: Entry[]): Promise<Message[]> {
    const messages = await Promise.all(entries.slice(0, PAGE_ROWS).map(read));
    return messages.filter((message) => message !== undefined);
  }
  async function clear(): Promise<number> {
    parsed.clear();
    return inbox.clear();
  }

  return [
    {
      method: 'GET',
      path: '/inbox/messages',
      async handle(call) {
        const body = Readable.from(listed(await search(call)));
        return { headers: { 'content-type': 'application/json; charset=utf-8' }, body };
      },
    },
    {
      method: 'DELETE',
      path: '/inbox/messages',
      handle: async () => json({ removed: await clear() }),
    },
    {
      method: 'GET',
      path: '/inbox/messages/:id',
      handle: async (call) => json(await named(call, read)),
    },
    {
      method: 'GET',
      path: '/inbox/messages/:id/raw',
      handle: async (call) => ({
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: await named(call, ({ id }) => inbox.read(id)),
      }),
    },
    {
      method: 'GET',
      path: '/inbox/messages/:id/html',
      // Written by anyone who sent the mail: no script, no form, nothing loaded, an origin of its own.
      handle: async (call) => ({
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy':
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
          'referrer-policy': 'no-referrer',
          'x-dns-prefetch-control': 'off',
        },
        body: (await named(call, read)).html,
      }),
    },
    {
      method: 'GET',
      path: '/inbox',
      async handle(call) {
        const { searchParams } = call.url;
        const entries = inbox.list({ to: searchParams.get('to') || undefined });
        const shown = inboxPage(
          await newest(entries),
          entries.length,
          faults.setting,
          searchParams,
        );
        return page({ ...shown, place: '/inbox' });
      },
    },
    { method: 'GET', path: '/inbox/style.css', handle: stylesheet },
    {
      method: 'GET',
      path: '/inbox/:id',
      handle: async (call) =>
        page({
          ...messagePage(await named(call, read), await newest(inbox.list())),
          place: '/inbox',
        }),
    },
    {
      method: 'POST',
      path: '/inbox/clear',
      async handle() {
        await clear();
        return seeOther('/inbox');
      },
    },
    { method: 'GET', path: '/mail/faults', handle: () => json(faults.setting) },
    {
      method: 'PUT',
      path: '/mail/faults',
      async handle(call) {
        await setFault(await call.json(FaultSetting));
        return json(faults.setting);
      },
    },
    {
      method: 'POST',
      path: '/mail/faults',
      async handle(call) {
        await setFault(await call.form(FaultSetting));
        return seeOther('/inbox');
      },
    },
  ];
}
