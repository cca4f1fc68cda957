import { z } from 'zod';
import { feesOf, post, setFees } from './account.ts';
import type { Bank } from './bank.ts';
import { journal } from './journal.ts';
import { FAULTS, FaultSetting, OPERATIONS } from './faults.ts';
import { invalid } from './problem.ts';
import { type RestCall, type RestRoute, say } from './rest.ts';

const Units = z.number().int().min(0).max(1_000_000);
const FeesChange = z.strictObject({
  basisPoints: z.number().int().min(0).max(10_000).optional(),
  fixedUnits: Units.optional(),
  chargebackUnits: Units.optional(),
  returnsFee: z.boolean().optional(),
});
const Amount = z.string().regex(/^-?\d{1,7}\.\d\d$/);
/** Money that moves without an order of ours: another site with this account, a bank transfer, a fee. */
const Line = z.strictObject({
  code: z.string().regex(/^T\d{4}$/),
  amount: Amount,
  fee: Amount.default('0.00'),
  status: z.enum(['D', 'P', 'S', 'V']).default('S'),
  customId: z.string().max(127).optional(),
  invoiceId: z.string().max(127).optional(),
  referenceId: z.string().max(24).optional(),
  /** So many alike. */
  count: z.number().int().min(1).max(20_000).default(1),
});

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
    { method: 'GET', path: '/fees', handle: () => say(200, feesOf(bank)) },
    {
      method: 'PUT',
      path: '/fees',
      handle(call) {
        const change = FeesChange.safeParse(bodyOf(call));
        if (!change.success) return say(400, { error: z.prettifyError(change.error) });
        return say(200, setFees(bank, withoutGaps(change.data)));
      },
    },
    {
      method: 'POST',
      path: '/transactions',
      handle(call) {
        const line = Line.safeParse(bodyOf(call));
        if (!line.success) return say(400, { error: z.prettifyError(line.error) });
        const { amount, fee, count, ...rest } = line.data;
        const made = bank.ledger.transaction(() =>
          Array.from({ length: count }, () =>
            post(bank, {
              ...withoutGaps(rest),
              code: rest.code,
              units: unitsOf(amount),
              feeUnits: unitsOf(fee),
              currency: 'USD',
            }),
          ),
        );
        return say(201, { ids: made.map(({ id }) => id) });
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

const unitsOf = (amount: string) => Number(amount.replace('.', ''));

/** Without the properties that are undefined. */
const withoutGaps = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

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
