import { addAudit } from '../../../server/audit.store.ts';
import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { skipLostNews } from '../../declaration/news.store.ts';
import { listTopSharers } from '../../declaration/share-link.store.ts';
import { forgetTally } from '../../declaration/tally.service.ts';
import { countPaperSignatures } from '../paper/paper-signature.store.ts';
import { listUnusual, narrowedSignatures } from './burst.service.ts';
import {
  invalidateSignatures,
  listUnusualDays,
  readSignatureSources,
  readSignatureTrend,
  restoreSignatures,
} from './signature.contract.ts';
import { firstDayOf, trendOf } from './signature-trend.rules.ts';
import {
  countByDay,
  countBySource,
  countUnconfirmed,
  invalidate,
  listInvalidated,
  restore,
} from './signature.store.ts';

const listedSharers = 10;

export const signatureRoutes = [
  route(readSignatureTrend, async ({ db, clock, settings }) => {
    const now = clock.now();
    return {
      days: trendOf(await countByDay(db, firstDayOf(now), settings), now),
      ...(await listInvalidated(db)),
      unconfirmed: await countUnconfirmed(db, settings),
      onPaper: await countPaperSignatures(db),
    };
  }),

  route(listUnusualDays, listUnusual),

  route(readSignatureSources, async ({ db, settings }) => ({
    ...(await countBySource(db, settings)),
    sharers: await listTopSharers(db, listedSharers),
  })),

  route(invalidateSignatures, async (context) => {
    const { db, clock } = context;
    const { count, search, country, day, reason } = context.body;
    const at = clock.now();
    const list = await narrowedSignatures(context, { day, reason });
    // Nothing is kept of it unless it is what the administrator was shown.
    if ((await invalidate(db, list, { search, country }, at)) !== count)
      throw new Fault(
        409,
        words('The matching signatures have changed. Please check the list again.'),
      );
    await skipLostNews(db, at);
    await addAudit(db, {
      at,
      actorId: callerOf(context).id,
      action: 'unity_declarations.invalidated',
      subject: at.toISOString(),
      // Never what was searched for: a name or an address would stay in the log for ever.
      after: { country, day, reason, isSearched: Boolean(search), count },
    });
    forgetTally();
    return {
      message: words('The signatures no longer count. You can undo this under “Invalidated”.'),
      at,
    };
  }),

  route(restoreSignatures, async (context) => {
    const { db, body, clock } = context;
    const count = await restore(db, new Date(body.at));
    if (count === 0) throw new Fault(409, words('These signatures already count again.'));
    await addAudit(db, {
      at: clock.now(),
      actorId: callerOf(context).id,
      action: 'unity_declarations.restored',
      subject: body.at,
      after: { count },
    });
    forgetTally();
    return { message: words('The signatures count again.') };
  }),
];
