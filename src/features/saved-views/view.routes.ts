import { callerOf } from '../../server/context.ts';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { readListChoices, saveListChoices } from './view.contract.ts';
import { keepChoices } from './view.service.ts';
import { listChoicesOf } from './view.store.ts';

export const viewRoutes = [
  route(readListChoices, (context) => listChoicesOf(context.db, callerOf(context).id)),
  route(saveListChoices, async (context) => {
    const { db, params, body, clock } = context;
    const place = { userId: callerOf(context).id, list: params.list, now: clock.now() };
    const choices = await keepChoices(db, place, body);
    return { message: words('Your choices for this list are saved.'), choices };
  }),
];
