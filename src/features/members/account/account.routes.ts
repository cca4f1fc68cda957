import { randomBytes } from 'node:crypto';
import { callerOf } from '../../../server/context.ts';
import type { PersonalDataSource } from '../../../server/personal-data.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { requireLink, revokeLinks } from '../account-link.service.ts';
import { requireLinkHolder, requireOwnPassword } from '../login/login.service.ts';
import { findUser } from '../../../server/user.store.ts';
import { setLocale, setMessageMail as saveMessageMail } from '../member.store.ts';
import { hashPassword } from '../password.service.ts';
import {
  cancelEmailChange,
  confirmEmailChange,
  disownChange,
  exportAccount,
  readAccount,
  requestEmailChange,
  setMailLanguage,
  setMessageMail,
} from './account.contract.ts';
import { applyEmailChange, describeAccount, startEmailChange } from './account.service.ts';
import { exportAs } from './account-export.service.ts';
import { lockDownAccount } from './lock-down.service.ts';

export const accountRoutes = (sources: readonly PersonalDataSource[]) => [
  route(readAccount, async (context) => describeAccount(context, callerOf(context).id)),

  routeWithCommit(requestEmailChange, async (context, commit) => {
    const { email, password } = context.body;
    const own = await requireOwnPassword(context, password);
    return commit(async (tx) => {
      await startEmailChange(context, tx, await own.confirm(tx), email);
      return {
        message: words('Please confirm the change with the link in our email to the new address.'),
      };
    });
  }),

  routeWithCommit(confirmEmailChange, async (context, commit) => {
    const { token, password } = context.body;
    const link = await requireLink(context, context.db, 'email', token);
    const confirmHolder = await requireLinkHolder(context, link, password);
    return commit(async (tx) => {
      await confirmHolder(tx);
      await applyEmailChange(context, tx, token);
      return { message: words('Your new address is confirmed. You now log in with it.') };
    });
  }),

  route(cancelEmailChange, async (context) => {
    await revokeLinks(context.db, callerOf(context).id, ['email']);
    return { message: words('Your address has not changed.') };
  }),

  routeWithCommit(disownChange, async (context, commit) => {
    const { token } = context.body;
    await requireLink(context, context.db, 'not-me', token);
    const hash = await hashPassword(randomBytes(32).toString('base64url'));
    return commit((tx) => lockDownAccount(context, tx, { key: token, hash }));
  }),

  route(setMessageMail, async (context) => {
    const { messageMail } = context.body;
    await saveMessageMail(context.db, callerOf(context).id, messageMail);
    return {
      message: messageMail
        ? words('We will email you when you have unread messages.')
        : words('We will no longer email you about messages.'),
    };
  }),

  route(setMailLanguage, async ({ db, clock, body, ...context }) => {
    await setLocale(db, callerOf(context).id, { locale: body.language, now: clock.now() });
    return { message: words('From now on, we will write to you in this language.') };
  }),

  route(exportAccount, async (context) => {
    const user = await findUser(context.db, callerOf(context).id);
    if (!user) throw new Fault(401, words('Please log in first.'));
    const exported = { account: user, subject: user };
    return exportAs(context, exported, { form: context.query.as, sources });
  }),
];
