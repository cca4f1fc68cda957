import { amountIn } from '../../shared/money.ts';
import { useLanguage } from '../words.tsx';

/** An amount that `dollars` wrote, with the separators of the page's language. */
export const Money = ({ of }: { of: string }) => amountIn(of, useLanguage());
