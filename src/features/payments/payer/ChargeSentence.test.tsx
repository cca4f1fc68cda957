import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChargeSentence } from './ChargeSentence.tsx';
import type { MyApplication } from './my-applications.contract.ts';
import type { PayableInstalment } from './my-applications.rules.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-05T10:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Status = PayableInstalment['status'];
const instalment = (number: number, status: Status = 'scheduled', rest = '100.00') =>
  ({ number, status, rest, dueOn: `2027-0${number}-20` }) as PayableInstalment;

const once = {
  paymentPlan: 'onetime',
  paymentAmount: '1000.00',
  instalments: [instalment(1, 'due', '1000.00')],
} as MyApplication;
const plan = (change: Partial<MyApplication> = {}) =>
  ({
    paymentPlan: 'installment',
    paymentAmount: '100.00',
    instalments: [1, 2, 3, 4].map((number) => instalment(number)),
    ...change,
  }) as MyApplication;
/** PayPal charges it two days after it is due. */
const chargeable = (number: number, change: Partial<PayableInstalment> = {}) => ({
  ...instalment(number),
  chargeOn: `2027-0${number}-22`,
  ...change,
});
const charged = plan({
  chargesItself: true,
  instalments: [1, 2, 3, 4].map((number) => chargeable(number)),
});
const TODAY = '2026-11-05';
const [onlyOne] = once.instalments as [PayableInstalment];

test.each<[string, MyApplication, PayableInstalment, boolean, string]>([
  ['all at once with PayPal', once, onlyOne, true, 'PayPal will charge you once, today.'],
  ['all at once otherwise', once, onlyOne, false, 'You pay once.'],
  [
    'the last of a plan with PayPal',
    plan(),
    instalment(4, 'due'),
    true,
    'PayPal will charge you $100.00 today. This is the last payment.',
  ],
  [
    'the last of a plan otherwise',
    plan(),
    instalment(4, 'due'),
    false,
    '$100.00 is due. This is the last payment.',
  ],
  [
    'the first of a plan with PayPal, whose calendar begins today',
    plan(),
    instalment(1, 'due', '40.00'),
    true,
    'PayPal will charge you $40.00 today, then $100.00 on 5 December 2026 and each month until 5 February 2027.',
  ],
  [
    'a later one of a plan, whose calendar is set',
    plan(),
    instalment(2, 'due'),
    false,
    'Then you send $100.00 on 20 March 2027 and each month until 20 April 2027.',
  ],
  [
    'the last but one of a plan',
    plan(),
    instalment(3, 'due'),
    false,
    'Then you send $100.00 on 20 April 2027.',
  ],
  [
    'one that PayPal could not take, of a plan that it goes on to charge',
    charged,
    instalment(2, 'overdue'),
    false,
    'You send $100.00 now. PayPal will still charge you $100.00 on 22 March 2027 and each month until 22 April 2027.',
  ],
  [
    'one that PayPal would charge later',
    charged,
    chargeable(2),
    false,
    'PayPal will charge you $100.00 on 22 February 2027. If you pay now, that charge is skipped and the next one is on 22 March 2027.',
  ],
  [
    'an overdue one that was announced for a later day',
    charged,
    chargeable(2, { status: 'overdue', dueOn: '2026-10-20', chargeOn: '2026-11-12' }),
    false,
    'PayPal will charge you $100.00 on 12 November 2026. If you pay now, that charge is skipped and the next one is on 22 March 2027.',
  ],
  [
    'the last one that PayPal would charge later',
    charged,
    chargeable(4),
    false,
    'PayPal will charge you $100.00 on 22 April 2027. If you pay now, that charge is skipped.',
  ],
  [
    'one that PayPal is about to charge',
    charged,
    chargeable(2, { status: 'due', chargeOn: TODAY }),
    false,
    'PayPal will charge you $100.00 in the next days. If you pay now, that charge is left out and the next one is on 22 March 2027.',
  ],
  [
    'the last one that PayPal is about to charge',
    charged,
    chargeable(4, { status: 'due', chargeOn: TODAY }),
    false,
    'PayPal will charge you $100.00 in the next days. If you pay now, that charge is left out.',
  ],
])('says of %s what is charged when and by whom', (_what, application, due, byPaypal, sentence) => {
  const { container } = render(<ChargeSentence {...{ application, due, byPaypal }} />);
  expect(container.textContent).toBe(sentence);
});
