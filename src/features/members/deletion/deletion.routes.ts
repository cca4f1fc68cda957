import type { PersonalDataSource } from '../../../server/personal-data.ts';
import { routeWithCommit } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { endSession } from '../sessions/session.service.ts';
import { deleteAccount } from './deletion.contract.ts';
import { prepareDeletion } from './deletion.service.ts';

export const deletionRoutes = (sources: readonly PersonalDataSource[]) => [
  routeWithCommit(deleteAccount, async (context, commit) => {
    const deleteNow = await prepareDeletion(context, context.body, sources);
    return commit(async (tx) => {
      await deleteNow(tx);
      await endSession(context, tx);
      return { message: words('Thank you for being with us.') };
    });
  }),
];
