import { callerOf } from '../../../server/context.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { startEmailChange } from '../account/account.service.ts';
import { requireOwnPassword } from '../login/login.service.ts';
import { lockUser } from '../member.store.ts';
import { saveNewPassword } from '../password/new-password.service.ts';
import { hashPassword, requireGoodPassword } from '../password.service.ts';
import { createAdministrator, requireFreeAddress } from './new-administrator.service.ts';
import { changeAdminPassword, changeUsername, createAdmin } from './settings.contract.ts';

/** An administrator's own address and password, and new administrators. */
export const settingsRoutes = [
  route(changeUsername, async (context) => {
    const { db, body } = context;
    const user = await lockUser(db, callerOf(context).id);
    if (!user) throw new Fault(401, words('Please log in first.'));
    await startEmailChange(context, db, user, body.newUsername, 'newUsername');
    return {
      message: words(
        'Please open the link in our email to the new address. Until then, log in with the old one.',
      ),
    };
  }),

  routeWithCommit(changeAdminPassword, async (context, commit) => {
    const { currentPassword, newPassword } = context.body;
    requireGoodPassword(newPassword, callerOf(context), context, 'newPassword');
    const own = await requireOwnPassword(context, currentPassword, { field: 'currentPassword' });
    const hash = await hashPassword(newPassword);
    return commit(async (tx) => {
      await saveNewPassword(context, tx, await own.confirm(tx), hash);
      return {
        message: words('Your new password is saved. Every other browser has been logged out.'),
      };
    });
  }),

  routeWithCommit(createAdmin, async (context, commit) => {
    const { db, body } = context;
    await requireFreeAddress(db, body.email);
    requireGoodPassword(body.password, { ...body, isAdmin: true }, context);
    const account = { ...body, password: await hashPassword(body.password) };
    return commit(async (tx) => {
      await createAdministrator(context, tx, account);
      return {
        message: words(
          'Every owner will get an email. Please give the new administrator the password, but not by email.',
        ),
      };
    });
  }),
];
