import * as z from 'zod/mini';
import { email } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complaint', 'by hand'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Why no bulk mail goes to an address. */
export const SUPPRESSION_LABELS: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: words('Unsubscribed'),
  bounced: words('Email bounced'),
  complaint: words('Complained'),
  'by hand': words('Entered by hand'),
};

/** Characters that can be pasted at once. */
export const LONGEST_PASTE = 500_000;

const Address = email('');

/** What surrounds an address in what mail servers and lists write: brackets, quotes, `mailto:`, a full stop. */
const AROUND = /^(?:["'<([]|mailto:){1,20}|["'>)\].,;:]{1,20}$/gi;

/**
 * The addresses in pasted lines, lower-cased and each once, and the lines that hold none. A line may be an address
 * alone, several with commas between them, a row of a table, or a sentence of a mail server that names one.
 */
export function addressesIn(pasted: string): { addresses: string[]; refused: string[] } {
  const addresses = new Set<string>();
  const refused: string[] = [];
  for (const line of pasted.split(/\r?\n/)) {
    const found = line
      .split(/[\s,;|]+/)
      .map((part) => z.safeParse(Address, part.replace(AROUND, '')))
      .filter((parsed) => parsed.success)
      .map(({ data }) => data);
    for (const address of found) addresses.add(address);
    if (found.length === 0 && line.trim() !== '') refused.push(line.trim());
  }
  return { addresses: [...addresses], refused };
}
