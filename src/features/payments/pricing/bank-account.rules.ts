/** Letters and digits alone, in capitals: banks print these numbers in groups. */
export const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();

/** An IBAN whose check digits are right (ISO 13616): moved to its end, letters as 10 to 35, the rest by 97 is 1. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** A SWIFT/BIC (ISO 9362): bank, country and place, with or without a branch. */
export const isBic = (text: string) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** In groups of four, as banks print it. */
export const groupedIban = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
