import { answerList } from '../../server/list.ts';
import { route } from '../../server/route.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { findMailed } from '../email/mailed.store.ts';
import { takeSecondFactorOff } from './factor-removal.service.ts';
import { giveRole } from './office.service.ts';
import { restore, suspend } from './suspension.service.ts';
import { findGuarded } from './second-factor.store.ts';
import {
  listUsers,
  removeSecondFactor,
  restoreUser,
  setUserRole,
  suspendUser,
} from './users.contract.ts';
import { accountList } from './users.store.ts';

export const userRoutes = [
  route(listUsers, async (context) => {
    const rows = await answerList(context, accountList, listUsers.path);
    const mailed = await findMailed(
      context.db,
      rows.map(({ email }) => email),
    );
    const guarded = await findGuarded(
      context.db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...row,
      hasSecondFactor: guarded.has(row.id),
      mailed: mailed.has(row.email),
    }));
  }),

  route(suspendUser, async (context) => {
    const { db, params, body } = context;
    if (!(await suspend(context, db, { id: params.id, reason: body.reason })))
      throw new Fault(409, words('This account is suspended already.'));
    return { message: words('The account is suspended. Its owner is told why.') };
  }),

  route(restoreUser, async (context) => {
    await restore(context, context.db, context.params.id);
    return { message: words('The account is open again. Its owner is told.') };
  }),

  route(removeSecondFactor, async (context) => {
    await takeSecondFactorOff(context, context.db, context.params.id);
    return { message: words('The second factor is off. The owner of the account is told.') };
  }),

  route(setUserRole, async (context) => {
    const { db, params, body } = context;
    await giveRole(context, db, { id: params.id, ...body });
    return {
      message: body.role
        ? words('The role is given. Every owner is told.')
        : words('The account is a member’s again. Every owner is told.'),
    };
  }),
];
