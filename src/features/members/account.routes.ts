import { isIdle } from '../../server/admit.ts';
import { callerOf, sessionOf } from '../../server/context.ts';
import { route, routeWithCommit } from '../../server/route.ts';
import { listSessionsOf, removeSessionOf, removeSessionsOf } from '../../server/session.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import {
  cancelEmailChange,
  changePassword,
  confirmEmailChange,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  exportAccount,
  finishReset,
  listOwnSessions,
  readAccount,
  requestEmailChange,
  requestReset,
  sendVerification,
  setMessageMail,
  verifyEmail,
} from './account.contract.ts';
import { setMessageMail as saveMessageMail } from '../messages/digest.store.ts';
import { demandLink, dropLinks } from './account-link.service.ts';
import { askToCloseAccount } from './account-deletion.service.ts';
import { exportAs } from './account-file.service.ts';
import { describeAccount } from './account.service.ts';
import { deviceOf } from './device.rules.ts';
import { askForEmailChange, takeNewEmail } from './email-change.service.ts';
import { rememberBrowser } from './login-counter.service.ts';
import { findUser } from './member.store.ts';
import { demandOwnPassword } from './own-password.service.ts';
import { demandGoodPassword, hashPassword } from './password.service.ts';
import { saveNewPassword } from './password-change.service.ts';
import { askForReset, finishResetWith } from './password-reset.service.ts';
import { endSession } from './session.service.ts';
import { sendVerificationAgain, verify } from './verification.service.ts';

export const accountRoutes = [
  route(readAccount, async (context) => describeAccount(context, callerOf(context).id)),

  route(sendVerification, async (context) => {
    await sendVerificationAgain(context, context.db, callerOf(context).id);
    return { message: words('The link is on its way to your mailbox.') };
  }),

  route(verifyEmail, async (context) => {
    await verify(context, context.db, context.body.token);
    return { message: words('Thank you. Your address is confirmed.') };
  }),

  route(requestReset, async (context) => {
    await askForReset(context, context.db, context.body.email);
    return {
      message: words(
        'If this address has an account, a link is on its way to it. Please look into your spam folder too.',
      ),
    };
  }),

  routeWithCommit(finishReset, async (context, commit) => {
    const { token, password } = context.body;
    const { detail } = await demandLink(context, context.db, 'reset', token);
    demandGoodPassword(password, detail ?? '', context);
    const hash = await hashPassword(password);
    return commit(async (tx) => {
      await finishResetWith(context, tx, { key: token, hash });
      return { message: words('Your new password is saved. Please log in with it.') };
    });
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

  route(confirmEmailChange, async (context) => {
    const user = await takeNewEmail(context, context.db, context.body.token);
    // The same browser, under the new address.
    if (context.user?.id === user.id) rememberBrowser(context, user.email);
    return { message: words('Your new address is confirmed. From now on you log in with it.') };
  }),

  route(cancelEmailChange, async (context) => {
    await dropLinks(context.db, callerOf(context).id, ['email']);
    return { message: words('Your address stays as it is.') };
  }),

  routeWithCommit(changePassword, async (context, commit) => {
    const { currentPassword, newPassword } = context.body;
    const own = await demandOwnPassword(context, currentPassword, 'currentPassword');
    demandGoodPassword(newPassword, callerOf(context).email, context, 'newPassword');
    const hash = await hashPassword(newPassword);
    return commit(async (tx) => {
      await saveNewPassword(context, tx, await own.confirm(tx), hash);
      return {
        message: words('Your new password is saved. Every other browser has been logged out.'),
      };
    });
  }),

  route(listOwnSessions, async (context) => {
    const caller = callerOf(context);
    const { sid } = sessionOf(context);
    const now = context.clock.now();
    const all = await listSessionsOf(context.db, caller.id);
    return all
      .filter((session) => session.expire > now && !isIdle(session, caller, context, now))
      .map((session) => ({
        ...session,
        device: deviceOf(session.sess.userAgent),
        isCurrent: session.sid === sid,
      }));
  }),

  route(endOwnSession, async (context) => {
    const { db, params } = context;
    if (sessionOf(context).id === params.id) throw isThisBrowser();
    const isEnded = await removeSessionOf(db, { userId: callerOf(context).id, id: params.id });
    if (!isEnded) throw new Fault(404, words('This browser is logged out already.'));
    return { message: words('That browser is logged out.') };
  }),

  route(endOtherSessions, async (context) => {
    await removeSessionsOf(context.db, callerOf(context).id, sessionOf(context).sid);
    return { message: words('Every other browser is logged out.') };
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

const isThisBrowser = () =>
  new Fault(409, words('This is the browser that you are using. Log out instead.'));
