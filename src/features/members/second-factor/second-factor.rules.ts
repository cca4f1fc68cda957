/**
 * What may be given beside the password: the code of an authenticator app, a passkey, a recovery code.
 * A failure with `reason: 'second-factor'` names in `methods` those that this account has.
 */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const recoveryCodeCount = 10;

/** More than people own; short enough for the page and for an authenticator's exclusion list. */
export const maxPasskeys = 20;

/** Without the spaces and hyphens that make a code easier to read. */
const bare = (code: string) => code.replaceAll(/[\s-]+/g, '');

/** The six digits of an authenticator app; undefined when it is something else. */
export function parseTotpCode(code: string): string | undefined {
  const digits = bare(code);
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** Crockford's alphabet: what is easily misread is read as what it must be (crockford.com/base32.html). */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryLength = 10;

/** A recovery code as it is stored, whichever way it was typed; undefined when it cannot be one. */
export function parseRecoveryCode(code: string): string | undefined {
  const read = bare(code).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isOne =
    read.length === recoveryLength && [...read].every((c) => RECOVERY_ALPHABET.includes(c));
  return isOne ? read : undefined;
}

/** A new code of 50 bits; `random` answers as many bytes as it is asked for. */
export const newRecoveryCode = (random: (length: number) => Uint8Array): string =>
  [...random(recoveryLength)].map((byte) => RECOVERY_ALPHABET[byte % 32]).join('');

/** `ABCDE-FGHJK`, as it is shown. */
export const formatRecoveryCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;
