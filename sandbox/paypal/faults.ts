import { z } from 'zod';

/** The calls of the site to PayPal; faults strike some of them. */
export const OPERATIONS = [
  'token',
  'create',
  'charge',
  'get',
  'capture',
  'get-capture',
  'refund',
  'get-refund',
  'get-token',
  'delete-token',
  'get-dispute',
  'list-disputes',
  'accept-claim',
  'make-offer',
  'provide-evidence',
  'report',
  'patch',
  'verify',
  'sdk',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const WRITES: readonly Operation[] = [
  'create',
  'charge',
  'capture',
  'refund',
  'delete-token',
  'patch',
  'accept-claim',
  'make-offer',
  'provide-evidence',
];
const PAYS: readonly Operation[] = ['capture', 'charge'];

/** Faults, each with the sentence that our page shows and the calls that it strikes by default. */
export const FAULTS = {
  declined: { says: 'The money is refused: a completed order with a declined capture', on: PAYS },
  'instrument-declined': { says: 'The money is refused with 422 INSTRUMENT_DECLINED', on: PAYS },
  pending: { says: 'The money is held: the capture stays PENDING', on: PAYS },
  'captured-but-timed-out': { says: 'The work is done, and no answer ever comes', on: PAYS },
  '500-after': { says: 'The work is done and answered with 500', on: WRITES },
  '500-before': { says: 'Nothing is done and the answer is 500', on: WRITES },
  'half-json': { says: 'The work is done and half of the answer comes', on: WRITES },
  'reset-after': { says: 'The work is done and the connection is reset', on: WRITES },
  'reset-before': { says: 'The connection is reset before anything is done', on: WRITES },
  slow: { says: 'Answers come late', on: OPERATIONS },
  unauthorized: {
    says: 'The access token is refused with 401',
    on: OPERATIONS.filter((one) => one !== 'token' && one !== 'sdk'),
  },
  'too-many': { says: 'The answer is 429 RATE_LIMIT_REACHED', on: WRITES },
  altered: {
    says: 'A text of the answer is replaced by another',
    on: OPERATIONS.filter((one) => one !== 'token' && one !== 'sdk'),
  },
  'refund-no-funds': {
    says: 'A refund is refused with 422 REFUND_FAILED_INSUFFICIENT_FUNDS',
    on: ['refund'],
  },
  'refund-too-late': {
    says: 'A refund is refused with 422 REFUND_TIME_LIMIT_EXCEEDED',
    on: ['refund'],
  },
  'refund-not-allowed': {
    says: 'A refund is refused with 422 REFUND_NOT_ALLOWED',
    on: ['refund'],
  },
  'refund-pending': { says: 'A refund stays PENDING until it is let through', on: ['refund'] },
  'report-off': {
    says: 'The transaction report and the balances are refused with 403 NOT_AUTHORIZED',
    on: ['report'],
  },
  'report-late': {
    says: 'The report and the balances are three hours old, or as old as the delay says',
    on: ['report'],
  },
  'report-too-large': {
    says: 'A report of more than a day is refused with 400 RESULTSET_TOO_LARGE',
    on: ['report'],
  },
  'not-enabled-to-vault': {
    says: 'The shop may not keep accounts: 422 NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE',
    on: ['create'],
  },
  'vault-later': {
    says: 'The answer to the capture keeps silent about the kept account; a notice tells it',
    on: ['capture'],
  },
  'vault-same': {
    says: 'The account that was kept last is given again: one token for all plans of a payer',
    on: ['capture'],
  },
  'vault-never': { says: 'The account is not kept, without a word', on: ['capture'] },
} as const satisfies Record<string, { says: string; on: readonly Operation[] }>;
export type FaultMode = keyof typeof FAULTS;

const MODES = Object.keys(FAULTS) as [FaultMode, ...FaultMode[]];

export const Fault = z
  .strictObject({
    mode: z.enum(MODES),
    /** Which calls; the usual ones of the mode when absent. */
    on: z.array(z.enum(OPERATIONS)).min(1).optional(),
    /** Only the next so many; without it, until it is mended. */
    count: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** For `slow`, 5 s when absent, and for `report-late`. */
    delayMs: z.coerce.number().int().min(0).max(10_800_000).optional(),
    /** For `altered`: every `from` in the JSON text of the answer becomes `to`. */
    replace: z.strictObject({ from: z.string().min(1), to: z.string() }).optional(),
  })
  .refine((fault) => fault.mode !== 'altered' || fault.replace, {
    path: ['replace'],
    message: 'say what is replaced by what',
  });
export type Fault = z.infer<typeof Fault>;

/** `{"mode": "none"}`, one fault, or several at once as `{"faults": […]}`. */
export const FaultSetting = z.union([
  z.strictObject({ mode: z.literal('none') }).transform((): Fault[] => []),
  z.strictObject({ faults: z.array(Fault).max(50) }).transform(({ faults }) => faults),
  Fault.transform((fault) => [fault]),
]);

/** The faults in force; a restart of the sandbox mends everything. */
export class PaypalFaults {
  #inForce: Fault[] = [];

  get inForce(): readonly Fault[] {
    return this.#inForce;
  }

  set(faults: Fault[]): void {
    this.#inForce = faults.map((fault) => ({ ...fault }));
  }

  /** The fault of one of these modes that strikes this call, counted down; undefined when none does. */
  strike(operation: Operation, ...modes: FaultMode[]): Fault | undefined {
    const found = this.#inForce.find(
      ({ mode, on }) =>
        modes.includes(mode) &&
        (on ?? (FAULTS[mode].on as readonly Operation[])).includes(operation),
    );
    if (found?.count !== undefined) {
      found.count -= 1;
      if (found.count === 0) this.#inForce = this.#inForce.filter((other) => other !== found);
    }
    return found;
  }
}
