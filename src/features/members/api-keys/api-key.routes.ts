import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-key.contract.ts';
import { create, findKeysFor, revoke } from './api-key.service.ts';

/** The keys with which programs read in the name of administrators. */
export const apiKeyRoutes = [
  route(createApiKey, async (context) => {
    const made = await create(context, context.db, context.body);
    return { ...made, message: words('Copy the key now. We will not show it again.') };
  }),

  route(listApiKeys, (context) => findKeysFor(context.db, callerOf(context), context.clock.now())),

  route(revokeApiKey, async (context) => {
    await revoke(context, context.db, context.params.id);
    return { message: words('Programs that use the key are refused from now on.') };
  }),
];
