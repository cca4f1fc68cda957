import type { BoardStatus } from '../../src/features/fulfilment/fulfilment.rules.ts';
import { BOARD } from '../../src/features/fulfilment/fulfilment.rules.ts';
import type { Rail } from '../../src/features/payments/core/payment.rules.ts';
import type { Plan } from '../../src/shared/plan.ts';
import type { Chance } from './chance.ts';
import type { DemoPerson } from './people.ts';
import type { TransferEnd } from './transfer.ts';

/** The outcome of an application, as far as chance does not decide it later. */
export interface Fate {
  plan: Plan;
  rail: Rail;
  /** How the first payment goes; `declined` and `left` are said of cards as well. */
  first: TransferEnd | 'declined';
  /** How the later instalments of a plan are paid, and for `stops` and `leaves` until which one. */
  habit: 'reliable' | 'tardy' | 'stops' | 'leaves';
  lasts: number;
  /** The later fate of a received payment. */
  turn: 'none' | 'refunded' | 'in part' | 'disputed' | 'reversed';
  /** The step of the board at which the kit stays. */
  stays?: BoardStatus;
  isAskedForMore: boolean;
  isCancelled: boolean;
  hasReadNotice: boolean;
  /** How long ago it was begun, in days; anywhere in the year without it. */
  daysAgo?: number;
}

const PLAIN: Fate = {
  plan: 'onetime',
  rail: 'paypal',
  first: 'found',
  habit: 'reliable',
  lasts: 12,
  turn: 'none',
  isAskedForMore: false,
  isCancelled: false,
  hasReadNotice: true,
};

/** LIST of what is there to be looked at however few applications there are. */
export const CERTAIN: readonly Fate[] = [
  ...BOARD.map((stays, place): Fate => ({ ...PLAIN, stays, daysAgo: 2 + place * 5 })),
  { ...PLAIN, rail: 'zelle', first: 'waits', daysAgo: 2.5 },
  { ...PLAIN, rail: 'bank', first: 'waits', plan: 'installment', daysAgo: 9 },
  { ...PLAIN, rail: 'bank', first: 'short', daysAgo: 34 },
  { ...PLAIN, rail: 'bank', first: 'over', daysAgo: 20 },
  { ...PLAIN, rail: 'zelle', first: 'late', daysAgo: 47 },
  { ...PLAIN, rail: 'zelle', first: 'rejected', daysAgo: 16 },
  { ...PLAIN, first: 'declined', daysAgo: 5 },
  { ...PLAIN, rail: 'crypto', daysAgo: 25 },
  { ...PLAIN, plan: 'installment', daysAgo: 360 },
  { ...PLAIN, plan: 'installment', habit: 'stops', lasts: 2, daysAgo: 110 },
  { ...PLAIN, plan: 'installment', habit: 'leaves', lasts: 4, daysAgo: 190 },
  { ...PLAIN, turn: 'refunded', daysAgo: 45 },
  { ...PLAIN, turn: 'in part', daysAgo: 50 },
  { ...PLAIN, turn: 'disputed', daysAgo: 40 },
  { ...PLAIN, turn: 'reversed', daysAgo: 80 },
  { ...PLAIN, isCancelled: true, daysAgo: 30 },
  { ...PLAIN, isAskedForMore: true, daysAgo: 60 },
  { ...PLAIN, hasReadNotice: false, daysAgo: 12 },
];

/** Draws the outcome by the applicant's country: Zelle exists in the United States only. */
export function drawFate(chance: Chance, { country }: DemoPerson): Fate {
  const rail =
    country === 'United States'
      ? chance.weighted({ paypal: 58, zelle: 30, bank: 6, crypto: 6 })
      : chance.weighted({ paypal: 56, bank: 28, crypto: 16 });
  const isManual = rail === 'zelle' || rail === 'bank';
  return {
    plan: chance.weighted({ onetime: 46, installment: 54 }),
    rail,
    first: isManual
      ? chance.weighted({ found: 930, rejected: 25, short: 18, over: 10, late: 17 })
      : rail === 'paypal' && chance.happens(0.03)
        ? 'declined'
        : 'found',
    habit: chance.weighted({ reliable: 76, tardy: 13, stops: 7, leaves: 4 }),
    lasts: 1 + chance.below(9),
    turn: chance.weighted({ none: 974, refunded: 12, 'in part': 5, disputed: 6, reversed: 3 }),
    isAskedForMore: chance.happens(0.06),
    isCancelled: chance.happens(0.012),
    hasReadNotice: chance.happens(0.985),
  };
}
