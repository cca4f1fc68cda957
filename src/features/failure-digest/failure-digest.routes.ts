import { callerOf } from '../../server/context.ts';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { readFailureDigest, switchFailureDigest } from './failure-digest.contract.ts';
import { switchDigest } from './failure-digest.service.ts';
import { isDigestOn } from './failure-digest.store.ts';

export const digestRoutes = [
  route(readFailureDigest, async ({ db }) => ({ isOn: await isDigestOn(db) })),
  route(switchFailureDigest, async (context) => {
    const { isOn } = context.body;
    await switchDigest({ ...context, actor: callerOf(context) }, isOn);
    return {
      message: isOn
        ? words('The daily email about problems is on.')
        : words('The daily email about problems is off.'),
    };
  }),
];
