import { randomUUID } from 'node:crypto';
import { callerOf } from '../../../server/context.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { requireOpen } from '../../maintenance/pause.service.ts';
import { requireLink } from '../account-link.service.ts';
import { requireLinkHolder } from '../login/login.service.ts';
import { findUserByEmail } from '../../../server/user.store.ts';
import { addUser } from '../member.store.ts';
import { hashPassword, requireGoodPassword } from '../password.service.ts';
import { startSession } from '../sessions/session.service.ts';
import { requirePersonalName } from './personal-name.service.ts';
import { registerMember } from './registration.contract.ts';
import { sendVerification, verifyEmail } from './verification.contract.ts';
import { confirmAddress, resendVerification, sendWelcomeMail } from './verification.service.ts';

export const registrationRoutes = [
  routeWithCommit(registerMember, async (context, commit) => {
    const { db, body, clock, language } = context;
    await requireOpen(context, 'registering');
    requireGoodPassword(body.password, body, context);
    await requirePersonalName(db, body);
    if (await findUserByEmail(db, body.email)) throw emailIsTaken();
    const password = await hashPassword(body.password);
    return commit(async (tx) => {
      const user = await addUser(tx, {
        ...body,
        id: randomUUID(),
        password,
        role: null,
        locale: language,
        now: clock.now(),
      });
      if (!user) throw emailIsTaken();
      await sendWelcomeMail(context, tx, user);
      await startSession(context, tx, user, { isNewcomer: true });
      return { user, message: words('Welcome to the movement!') };
    });
  }),

  routeWithCommit(verifyEmail, async (context, commit) => {
    const { token, password } = context.body;
    const link = await requireLink(context, context.db, 'verify', token);
    const confirmHolder = await requireLinkHolder(context, link, password);
    return commit(async (tx) => {
      await confirmHolder(tx);
      await confirmAddress(context, tx, token);
      return { message: words('Thank you. Your address is confirmed.') };
    });
  }),

  route(sendVerification, async (context) => {
    await resendVerification(context, context.db, callerOf(context).id);
    return { message: words('The link is on its way to your inbox.') };
  }),
];

// Registering reveals a taken address and says what to do; logging in never does (gaps.md §2).
const emailIsTaken = () =>
  new Fault(409, words('This email address cannot be registered. Log in, or reset your password.'));
