import { z } from 'zod';

/** Faults of mail, each with the sentence that the inbox shows. */
export const FAULTS = {
  none: 'Mail is delivered',
  'refuse-connection': 'The mail server is down: connections are refused',
  'reject-login': 'Every user and password is refused (535)',
  greylist: 'Every recipient is refused once (451) and accepted at the next try',
  slow: 'The mail server answers slowly',
  'reject-recipient': 'Recipients are refused for good (550)',
  'drop-after-data': 'Mail is stored, then the connection dies before the answer',
} as const;
export type FaultMode = keyof typeof FAULTS;

export const FaultSetting = z
  .strictObject({
    mode: z.enum(Object.keys(FAULTS) as [FaultMode, ...FaultMode[]]),
    /** Only recipients that contain this text, upper and lower case alike. */
    match: z.string().trim().max(320).optional(),
    /** For `slow`: how long each recipient and each message waits. */
    delayMs: z.coerce.number().int().min(0).max(120_000).optional(),
  })
  .refine((fault) => fault.mode !== 'refuse-connection' || !fault.match, {
    path: ['match'],
    message: 'a refused connection has no recipient to match',
  });
export type FaultSetting = z.infer<typeof FaultSetting>;

/** The fault in force; a restart of the sandbox mends everything. */
export class MailFaults {
  setting: FaultSetting = { mode: 'none' };
  readonly #greeted = new Set<string>();

  set(setting: FaultSetting): void {
    this.setting = setting;
    this.#greeted.clear();
  }

  /** True when the fault in force is `mode` and concerns one of the recipients. */
  strikes(mode: FaultMode, recipients: string[]): boolean {
    const match = this.setting.match?.toLowerCase() ?? '';
    return (
      this.setting.mode === mode &&
      recipients.some((recipient) => recipient.toLowerCase().includes(match))
    );
  }

  /** True the first time a recipient knocks while `greylist` is in force. */
  isGreylisted(recipient: string): boolean {
    if (!this.strikes('greylist', [recipient]) || this.#greeted.has(recipient)) return false;
    this.#greeted.add(recipient);
    return true;
  }

  get delayMs(): number {
    return this.setting.delayMs ?? 5000;
  }
}
