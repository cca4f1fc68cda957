import { expect, test } from 'vitest';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { milestones } from './milestones.rules.ts';
import type { Timeline } from './status.contract.ts';

type Status = MyApplication['applicationStatus'];
const at = '2026-11-05T10:00:00.000Z';

const of = (applicationStatus: Status, paid: number, changes: Partial<Timeline> = {}) =>
  milestones(
    {
      applicationStatus,
      submittedAt: applicationStatus === 'draft' ? null : at,
      instalments: Array.from({ length: 12 }, (_, place) => ({
        number: place + 1,
        status: place < paid ? 'paid' : 'scheduled',
      })),
    } as MyApplication,
    { history: [], kitBy: null, ...changes } as Timeline,
  );
const event = (told: Timeline['history'][number]['told'], when: string) =>
  ({ told, at: when }) as Timeline['history'][number];

test.each([
  ['draft', 0, [false, false, false, false]],
  ['submitted', 1, [true, true, false, false]],
  ['approved', 3, [true, true, false, false]],
  ['dispatched', 3, [true, true, true, false]],
  ['delivered', 12, [true, true, true, true]],
] as const)('of an application that is %s with %i payments, %j is done', (status, paid, done) => {
  expect(of(status, paid).map(({ isDone }) => isDone)).toEqual(done);
  expect(of(status, paid)[1]).toMatchObject({ values: { paid, count: 12 } });
});

test('each has the time at which it was reached last, and the kit the day by which it leaves', () => {
  const history = [
    event('paid', '2026-11-06T10:00:00.000Z'),
    event('paid', '2026-12-06T10:00:00.000Z'),
  ];
  const steps = of('submitted', 2, { history, kitBy: '2026-11-11' });
  expect(steps.map(({ at: when, by }) => when ?? by)).toEqual([
    at,
    '2026-12-06T10:00:00.000Z',
    '2026-11-11',
    undefined,
  ]);
});

test('there are none of a cancelled application', () => {
  expect(of('cancelled', 1)).toEqual([]);
});
