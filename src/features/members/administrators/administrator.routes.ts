import { answerList } from '../../../server/lists/list.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { hashPassword, requireGoodPassword } from '../password.service.ts';
import { startSession } from '../sessions/session.service.ts';
import { checkFirstAdminLink, createFirstAdmin } from './first-administrator.contract.ts';
import {
  createFirst,
  opensFirstAdmin,
  requireFirstAdminLink,
} from './first-administrator.service.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { findMailed } from '../../mail/log/email-log.store.ts';
import { restore, suspend, removeAllSecondFactors } from './suspension.service.ts';
import { changeRole } from './roles.service.ts';

import { findUsersWithSecondFactor } from '../second-factor/second-factor.store.ts';
import {
  listUsers,
  removeSecondFactor,
  restoreUser,
  setUserRole,
  suspendUser,
} from './accounts.contract.ts';
import { accountList } from './accounts.store.ts';

export const administratorRoutes = [
  route(checkFirstAdminLink, async ({ db, body, clock }) => ({
    usable: await opensFirstAdmin(db, body.token, clock.now()),
  })),

  routeWithCommit(createFirstAdmin, async (context, commit) => {
    const { db, body, clock } = context;
    const { token, ...person } = body;
    await requireFirstAdminLink(db, token, clock.now());
    requireGoodPassword(person.password, { ...person, isAdmin: true }, context);
    const account = { ...person, password: await hashPassword(person.password) };
    return commit(async (tx) => {
      const user = await createFirst(tx, token, account, clock.now());
      await startSession(context, tx, user, { isNewcomer: true });
      return { user, message: words('Welcome to the admin dashboard.') };
    });
  }),

  route(listUsers, async (context) => {
    const rows = await answerList(context, accountList, listUsers.path);
    const mailed = await findMailed(
      context.db,
      rows.map(({ email }) => email),
    );
    const guarded = await findUsersWithSecondFactor(
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
      throw new Fault(409, words('This account is already suspended.'));
    return {
      message: words(
        'The account is suspended. The account holder will get an email with the reason.',
      ),
    };
  }),

  route(restoreUser, async (context) => {
    await restore(context, context.db, context.params.id);
    return { message: words('The account is restored. The account holder will get an email.') };
  }),

  route(removeSecondFactor, async (context) => {
    await removeAllSecondFactors(context, context.db, context.params.id);
    return {
      message: words('Two-step verification is removed. The account holder will get an email.'),
    };
  }),

  route(setUserRole, async (context) => {
    const { db, params, body } = context;
    await changeRole(context, db, { id: params.id, ...body });
    return {
      message: body.role
        ? words('The role is saved. Every owner will get an email.')
        : words('The account can no longer open the dashboard. Every owner will get an email.'),
    };
  }),
];
