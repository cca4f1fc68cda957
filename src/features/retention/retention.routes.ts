import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { readRetention, setRetention } from './retention.contract.ts';
import { changePeriods, readRetentionSettings } from './retention.service.ts';

export const retentionRoutes = [
  route(readRetention, readRetentionSettings),

  route(setRetention, async (context) => ({
    version: await changePeriods(context, context.db, context.body),
    message: words('Saved. What is older goes with the next nightly run.'),
  })),
];
