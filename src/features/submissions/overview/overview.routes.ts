import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { countPaperSignatures } from '../paper/paper-signature.store.ts';
import { readOverview, readTrends } from './overview.contract.ts';
import { readToday, readTrend, readWaiting } from './overview.service.ts';
import { readSetup } from './setup.service.ts';

export const overviewRoutes = [
  route(readOverview, async (context) => {
    const { db, clock, settings } = context;
    const asked = { now: clock.now(), permissions: callerOf(context).permissions, settings };
    return {
      at: asked.now,
      waiting: await readWaiting(db, asked),
      setup: await readSetup(context, asked.permissions),
      onPaper: await countPaperSignatures(db),
      today: await readToday(db, asked),
    };
  }),
  route(readTrends, ({ db, clock, query, ...context }) =>
    readTrend(db, query.span, {
      now: clock.now(),
      permissions: callerOf(context).permissions,
      settings: context.settings,
    }),
  ),
];
