import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { readOverview, readTrends } from './overview.contract.ts';
import { readToday, readTrend, readWaiting } from './overview.service.ts';

export const overviewRoutes = [
  route(readOverview, async (context) => {
    const { db, clock } = context;
    const asked = { now: clock.now(), permissions: callerOf(context).permissions };
    return {
      at: asked.now,
      waiting: await readWaiting(db, asked),
      today: await readToday(db, asked),
    };
  }),
  route(readTrends, ({ db, clock, query, ...context }) =>
    readTrend(db, query.span, { now: clock.now(), permissions: callerOf(context).permissions }),
  ),
];
