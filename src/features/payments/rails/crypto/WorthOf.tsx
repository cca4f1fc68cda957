import { cents, dollars } from '../../../../shared/money.ts';
import { useWords } from '../../../../web/words.tsx';

/** What money on the chain is worth in dollars, as far as anybody can say. */
export function WorthOf({ worth }: { worth: string | null }) {
  const t = useWords();
  if (worth === null) return t('of unknown worth');
  if (cents(worth) === 0n) return t('worth less than a cent');
  return t('about {amount}', { amount: dollars(cents(worth)) });
}
