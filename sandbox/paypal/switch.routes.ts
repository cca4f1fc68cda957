import { z } from 'zod';
import type { Bank } from './bank.ts';
import { journal } from './journal.ts';
import { FAULTS, FaultSetting, OPERATIONS } from './faults.ts';
import { invalid } from './problem.ts';
import { type RestCall, type RestRoute, say } from './rest.ts';

const OutboxQuery = z.object({
  type: z.string().optional(),
  settle: z.coerce.number().int().min(0).max(60_000).default(0),
});

/** Routes for tests at PayPal's own address: its faults, its journal and the notices that it sent. */
export function switchRoutes(bank: Bank): RestRoute[] {
  const shown = () =>
    say(200, {
      faults: bank.faults.inForce,
      modes: Object.fromEntries(Object.entries(FAULTS).map(([mode, { says }]) => [mode, says])),
      operations: OPERATIONS,
    });
  return [
    { method: 'GET', path: '/faults', handle: shown },
    {
      method: 'PUT',
      path: '/faults',
      handle(call) {
        const setting = FaultSetting.safeParse(bodyOf(call));
        if (!setting.success) return say(400, { error: z.prettifyError(setting.error) });
        bank.faults.set(setting.data);
        return shown();
      },
    },
    { method: 'GET', path: '/journal', handle: () => say(200, journal(bank)) },
    {
      method: 'GET',
      path: '/outbox',
      async handle({ url, signal }) {
        const query = OutboxQuery.safeParse(Object.fromEntries(url.searchParams));
        if (!query.success) return say(400, { error: z.prettifyError(query.error) });
        if (query.data.settle) await bank.delivery.settled(query.data.settle, signal);
        return say(200, await bank.notices.outbox(query.data.type));
      },
    },
  ];
}

/** JSON only: a form of a foreign page cannot send that. */
function bodyOf({ headers, text }: RestCall): unknown {
  const malformed = { issue: 'MALFORMED_REQUEST_JSON', description: 'Send application/json.' };
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw invalid([malformed]);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([malformed]);
  }
}
