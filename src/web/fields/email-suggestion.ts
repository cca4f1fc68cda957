/** Where many people have their mail, by the end of the address. */
const COMMON = [
  'gmail.com',
  'hotmail.com',
  'hotmail.fr',
  'icloud.com',
  'outlook.com',
  'outlook.fr',
  'protonmail.com',
  'yahoo.com',
  'yahoo.fr',
];
/** As real, and one letter from a common one. */
const ALIKE = ['mail.com', 'ymail.com'];

/**
 * The address that was probably meant, when what follows its @ is one slip of the finger from a common provider: a
 * letter too many, too few, wrong, or two that changed places. Undefined for what may still be typed to its end. The
 * mail to such an address reaches nobody.
 */
export function suggestedAddress(typed: string): string | undefined {
  const [name, domain, more] = typed.trim().split('@');
  if (!name || !domain || more !== undefined) return undefined;
  const written = domain.toLowerCase();
  if (ALIKE.includes(written) || COMMON.some((one) => one.startsWith(written))) return undefined;
  const meant = COMMON.find((one) => isOneSlipFrom(one, written));
  return meant && `${name}@${meant}`;
}

function isOneSlipFrom(meant: string, written: string): boolean {
  let start = 0;
  while (start < meant.length && meant[start] === written[start]) start++;
  let [end, writtenEnd] = [meant.length, written.length];
  while (end > start && writtenEnd > start && meant[end - 1] === written[writtenEnd - 1]) {
    end--;
    writtenEnd--;
  }
  const [left, right] = [meant.slice(start, end), written.slice(start, writtenEnd)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left === [...right].reverse().join('');
}
