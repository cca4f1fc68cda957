import { callerOf } from '../../server/context.ts';
import { route, routeWithCommit } from '../../server/route.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import {
  cancelEmailChange,
  changePassword,
  deleteAccount,
  exportAccount,
  readAccount,
  requestEmailChange,
  setMailLanguage,
  setMessageMail,
} from './account.contract.ts';
import { setMessageMail as saveMessageMail } from '../messages/digest.store.ts';
import { dropLinks } from './account-link.service.ts';
import { askToCloseAccount } from './account-deletion.service.ts';
import { exportAs } from './account-file.service.ts';
import { describeAccount } from './account.service.ts';
import { setLocale } from './account.store.ts';
import { askForEmailChange } from './email-change.service.ts';
import { findUser } from './member.store.ts';
import { demandOwnPassword } from './own-password.service.ts';
import { demandGoodPassword, hashPassword } from './password.service.ts';
import { saveNewPassword } from './password-change.service.ts';
import { endSession } from './session.service.ts';
import { sendVerification } from './verification.contract.ts';
import { sendVerificationAgain } from './verification.service.ts';

export const accountRoutes = [
  route(readAccount, async (context) => describeAccount(context, callerOf(context).id)),

  route(sendVerification, async (context) => {
    await sendVerificationAgain(context, context.db, callerOf(context).id);
    return { message: words('The link is on its way to your mailbox.') };
  }),

  routeWithCommit(requestEmailChange, async (context, commit) => {
    const { email, password } = context.body;
    const own = await demandOwnPassword(context, password);
    return commit(async (tx) => {
      await askForEmailChange(context, tx, await own.confirm(tx), email);
      return {
        message: words('Please confirm the change with the link in our mail to the new address.'),
      };
    });
  }),

  route(cancelEmailChange, async (context) => {
    await dropLinks(context.db, callerOf(context).id, ['email']);
    return { message: words('Your address stays as it is.') };
  }),

  routeWithCommit(changePassword, async (context, commit) => {
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

  route(setMessageMail, async (context) => {
    const { messageMail } = context.body;
    await saveMessageMail(context.db, callerOf(context).id, messageMail);
    return {
      message: messageMail
        ? words('We mail you when messages wait for you.')
        : words('We mail you about messages no more.'),
    };
  }),

  route(setMailLanguage, async ({ db, clock, body, ...context }) => {
    await setLocale(db, callerOf(context).id, { locale: body.language, now: clock.now() });
    return { message: words('From now on we write to you in this language.') };
  }),

  routeWithCommit(deleteAccount, async (context, commit) => {
    const close = await askToCloseAccount(context, context.body);
    return commit(async (tx) => {
      await close(tx);
      await endSession(context, tx);
      return { message: words('Your account is deleted. Thank you for the way we went together.') };
    });
  }),

  route(exportAccount, async (context) => {
    const user = await findUser(context.db, callerOf(context).id);
    if (!user) throw new Fault(401, words('Please log in first.'));
    return exportAs(context, user, context.query.as);
  }),
];
