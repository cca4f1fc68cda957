import { randomBytes } from 'node:crypto';
import { route, routeWithCommit } from '../../server/route.ts';
import { words } from '../../shared/words.ts';
import { demandLink } from './account-link.service.ts';
import {
  confirmEmailChange,
  disownChange,
  finishReset,
  requestReset,
  verifyEmail,
} from './account.contract.ts';
import { takeNewEmail } from './email-change.service.ts';
import { demandHolder } from './link-holder.service.ts';
import { lockDown } from './lock-down.service.ts';
import { rememberBrowser } from './login-counter.service.ts';
import { demandGoodPassword, hashPassword } from './password.service.ts';
import { askForReset, finishResetWith } from './password-reset.service.ts';
import { verify } from './verification.service.ts';

/** What the links of mails about an account open: for whoever holds one, logged in or not. */
export const accountLinkRoutes = [
  routeWithCommit(verifyEmail, async (context, commit) => {
    const { token, password } = context.body;
    const link = await demandLink(context, context.db, 'verify', token);
    const confirmHolder = await demandHolder(context, link, password);
    return commit(async (tx) => {
      await confirmHolder(tx);
      await verify(context, tx, token);
      return { message: words('Thank you. Your address is confirmed.') };
    });
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

  routeWithCommit(disownChange, async (context, commit) => {
    const { token } = context.body;
    await demandLink(context, context.db, 'not-me', token);
    const hash = await hashPassword(randomBytes(32).toString('base64url'));
    return commit((tx) => lockDown(context, tx, { key: token, hash }));
  }),

  routeWithCommit(confirmEmailChange, async (context, commit) => {
    const { token, password } = context.body;
    const link = await demandLink(context, context.db, 'email', token);
    const confirmHolder = await demandHolder(context, link, password);
    return commit(async (tx) => {
      await confirmHolder(tx);
      const user = await takeNewEmail(context, tx, token);
      // The same browser, under the new address.
      if (context.user?.id === user.id) rememberBrowser(context, user.email);
      return { message: words('Your new address is confirmed. From now on you log in with it.') };
    });
  }),
];
