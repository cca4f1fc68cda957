import { route, routeWithCommit } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { hashPassword, requireGoodPassword } from '../password.service.ts';
import {
  acceptInvitation,
  cancelInvitation,
  inviteAdministrator,
  listInvitations,
} from './invitation.contract.ts';
import {
  accept,
  cancel,
  findInvitations,
  invite,
  requireInvitation,
} from './invitation.service.ts';

/** Administrators who choose their own password. */
export const invitationRoutes = [
  route(inviteAdministrator, async (context) => {
    await invite(context, context.db, context.body);
    return { message: words('The link works once and expires after three days.') };
  }),

  route(listInvitations, ({ db, clock }) => findInvitations(db, clock.now())),

  route(cancelInvitation, async (context) => {
    await cancel(context, context.db, context.params.id);
    return { message: words('The link in the email no longer works.') };
  }),

  routeWithCommit(acceptInvitation, async (context, commit) => {
    const { token, password, ...names } = context.body;
    const { email, firstName, lastName } = await requireInvitation(context, context.db, token);
    const holder = { email, firstName, lastName, ...names, isAdmin: true };
    requireGoodPassword(password, holder, context);
    const hash = await hashPassword(password);
    return commit(async (tx) => {
      await accept(context, tx, { key: token, password: hash, ...names });
      return {
        message: words('You are now an administrator. Please log in with your new password.'),
        isAdmin: true,
      };
    });
  }),
];
