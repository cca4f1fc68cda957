import { useWords } from '../../web/words.tsx';
import type { OfAddress } from './person.contract.ts';

/** Says how much of each kind was sent in from an address; an empty list where nothing was. */
export function useRequestCounts() {
  const t = useWords();
  return ({ contact, volunteer, partner, notes }: OfAddress['requests']): string[] =>
    [
      contact && t('{count, plural, one {# message} other {# messages}}', { count: contact }),
      volunteer &&
        t('{count, plural, one {# volunteer application} other {# volunteer applications}}', {
          count: volunteer,
        }),
      partner &&
        t('{count, plural, one {# partnership application} other {# partnership applications}}', {
          count: partner,
        }),
      notes &&
        t('{count, plural, one {# internal note} other {# internal notes}}', { count: notes }),
    ].filter((said) => said !== 0 && said !== '') as string[];
}
