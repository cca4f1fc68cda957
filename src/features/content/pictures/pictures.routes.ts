import { callerOf } from '../../../server/context.ts';
import { routeWithCommit } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { addPicture } from './pictures.contract.ts';
import { keep, prepare } from './pictures.service.ts';

export const pictureRoutes = [
  routeWithCommit(addPicture, async (ctx, commit) => {
    const files = await prepare(ctx.body, ctx.log);
    return commit(async (db) => ({
      file: await keep({ ...ctx, db, actor: callerOf(ctx) }, files),
      message: words('The picture is uploaded. No page shows it yet.'),
    }));
  }),
];
