import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { changeTriageOfMany, undoTriageOfMany } from './bulk.contract.ts';
import { triageMany, undoMany } from './bulk.service.ts';

export const bulkRoutes = [
  route(changeTriageOfMany, async (context) => {
    const { params, body } = context;
    const done = await triageMany(context, context.db, params.kind, body);
    return { message: words('The changes are saved.'), ...done };
  }),
  route(undoTriageOfMany, async (context) => {
    const { params } = context;
    const count = await undoMany(context, context.db, params.kind, params.deed);
    return {
      message: words('Everything is back as before, except what others have changed since.'),
      count,
    };
  }),
];
