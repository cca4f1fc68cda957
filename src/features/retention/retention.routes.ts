import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { readRetention, setRetention, setUnconfirmedDays } from './retention.contract.ts';
import {
  changePeriods,
  changeUnconfirmedDays,
  readRetentionSettings,
} from './retention.service.ts';

export const retentionRoutes = [
  route(readRetention, readRetentionSettings),

  route(setRetention, async (context) => ({
    version: await changePeriods(context, context.db, context.body),
    message: words('Older records will be removed in the next nightly cleanup.'),
  })),

  route(setUnconfirmedDays, async (context) => {
    await changeUnconfirmedDays(context, context.db, context.body.days);
    return { message: words('Older ones will be removed within the hour.') };
  }),
];
