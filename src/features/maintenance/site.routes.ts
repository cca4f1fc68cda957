import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { changePause, readPause } from './pause.service.ts';
import { readPauses, setPause } from './site.contract.ts';

export const siteRoutes = [
  route(readPauses, async ({ db }) => ({
    signing: await readPause(db, 'signing'),
    applying: await readPause(db, 'applying'),
    registering: await readPause(db, 'registering'),
  })),

  route(setPause, async (context) => {
    const { db, params, body } = context;
    const version = await changePause(context, db, { what: params.what, change: body });
    return {
      version,
      message: body.isPaused
        ? words('The form is paused. Visitors will see your message within a second.')
        : words('The form is open again.'),
    };
  }),
];
