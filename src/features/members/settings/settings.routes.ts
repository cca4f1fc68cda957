import { callerOf } from '../../../server/context.ts';
import { route, routeWithCommit } from '../../../server/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { lockUser } from '../account.store.ts';
import { askForEmailChange } from '../email-change.service.ts';
import { demandOwnPassword } from '../own-password.service.ts';
import { saveNewPassword } from '../password-change.service.ts';
import { demandGoodPassword, hashPassword } from '../password.service.ts';
import { createAdministrator, demandFreeAddress } from './new-administrator.service.ts';
import { changeRule, describeRule } from './second-factor-rule.service.ts';
import {
  changeAdminPassword,
  changeUsername,
  createAdmin,
  readSecondFactorRule,
  setSecondFactorRule,
} from './settings.contract.ts';

/** What an administrator does about their own way in, and about that of others. */
export const settingsRoutes = [
  route(changeUsername, async (context) => {
    const { db, body } = context;
    const user = await lockUser(db, callerOf(context).id);
    if (!user) throw new Fault(401, words('Please log in first.'));
    await askForEmailChange(context, db, user, body.newUsername, 'newUsername');
    return {
      message: words(
        'Please open the link in our mail to the new address. Until then you log in with the old one.',
      ),
    };
  }),

  routeWithCommit(changeAdminPassword, async (context, commit) => {
    const { currentPassword, newPassword } = context.body;
    demandGoodPassword(newPassword, callerOf(context).email, context, 'newPassword');
    const own = await demandOwnPassword(context, currentPassword, { field: 'currentPassword' });
    const hash = await hashPassword(newPassword);
    return commit(async (tx) => {
      await saveNewPassword(context, tx, await own.confirm(tx), hash);
      return {
        message: words('Your new password is saved. Every other browser has been logged out.'),
      };
    });
  }),

  route(readSecondFactorRule, (context) => describeRule(context)),

  route(setSecondFactorRule, async (context) => {
    const { isRequired } = context.body;
    await changeRule(context, context.db, isRequired);
    return {
      message: isRequired
        ? words('Every administrator needs a second factor now.')
        : words('A password alone opens the dashboard again.'),
    };
  }),

  routeWithCommit(createAdmin, async (context, commit) => {
    const { db, body } = context;
    await demandFreeAddress(db, body.email);
    demandGoodPassword(body.password, body.email, context);
    const account = { ...body, password: await hashPassword(body.password) };
    return commit(async (tx) => {
      await createAdministrator(context, tx, account);
      return {
        message: words(
          'The administrator is created. Every owner is told. Please hand over the password by some way other than email.',
        ),
      };
    });
  }),
];
