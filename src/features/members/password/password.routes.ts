import { callerOf } from '../../../server/context.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { findUser } from '../../../server/user.store.ts';
import { words } from '../../../shared/words.ts';
import { requireLink } from '../account-link.service.ts';
import { requireOwnPassword } from '../login/login.service.ts';
import { hashPassword, requireGoodPassword } from '../password.service.ts';
import { queueResetRequest, resetPassword, saveNewPassword } from './new-password.service.ts';
import { changePassword, finishReset, requestReset } from './password.contract.ts';

export const passwordRoutes = [
  route(requestReset, async (context) => {
    await queueResetRequest(context, context.db, context.body.email);
    return {
      message: words(
        'If this address has an account, a link is on its way. Please check your spam folder too.',
      ),
    };
  }),

  routeWithCommit(finishReset, async (context, commit) => {
    const { token, password } = context.body;
    const { userId, detail } = await requireLink(context, context.db, 'reset', token);
    const holder = await findUser(context.db, userId);
    requireGoodPassword(password, holder ?? { email: detail ?? '' }, context);
    const hash = await hashPassword(password);
    return commit(async (tx) => {
      const { isAdmin } = await resetPassword(context, tx, { key: token, hash });
      return { message: words('Your new password is saved. Please log in with it.'), isAdmin };
    });
  }),

  routeWithCommit(changePassword, async (context, commit) => {
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
];
