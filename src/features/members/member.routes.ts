import { randomUUID } from 'node:crypto';
import { demandSameAccount, isRecent, mustSetUpSecondFactor } from '../../server/admit.ts';
import { callerOf, sessionOf } from '../../server/context.ts';
import { route, routeWithCommit } from '../../server/route.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { countUnread } from '../messages/conversation.store.ts';
import { createFirst, demandFirstAdminLink, opensFirstAdmin } from './administrator.service.ts';
import { loginCounter, sessionCounter } from './login-counter.service.ts';
import { demandOpen } from '../site/pause.service.ts';
import {
  checkFirstAdminLink,
  createFirstAdmin,
  logIn,
  logOut,
  reauthenticate,
  registerMember,
  showSession,
  whoAmI,
} from './member.contract.ts';
import { returnTry } from './login-tries.store.ts';
import { confirmCredentials, findByCredentials } from './member.service.ts';
import { addUser, findUserByEmail } from './member.store.ts';
import { demandGoodPassword, hashPassword } from './password.service.ts';
import { demandSecondFactor } from './second-factor.service.ts';
import {
  endSession,
  isSuspension,
  raiseSession,
  startSession,
  startSessionByPassword,
} from './session.service.ts';
import { demandOwnName } from './site-name.service.ts';
import { welcome } from './verification.service.ts';

export const memberRoutes = [
  routeWithCommit(registerMember, async (context, commit) => {
    const { db, body, clock, language } = context;
    await demandOpen(context, 'registering');
    demandGoodPassword(body.password, body.email, context);
    await demandOwnName(db, body);
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
      await welcome(context, tx, user);
      await startSession(context, tx, user, { isNewcomer: true });
      return { user, message: words('Welcome to the movement!') };
    });
  }),

  routeWithCommit(logIn, async (context, commit) => {
    const counter = loginCounter(context, context.body.email);
    const user = await findByCredentials(context, context.body, counter);
    if (!user) throw invalidCredentials();
    const { code } = context.body;
    const takeSecondFactor = await demandSecondFactor(context, user, { code, counter });
    return commit(async (tx) => {
      const proof = { counter, takeSecondFactor };
      if (!(await startSessionByPassword(context, tx, user, proof))) throw invalidCredentials();
      return { user, message: words('Welcome back!') };
    }).catch(async (error: unknown) => {
      // Who proved to be the owner may read why as often as they like.
      if (isSuspension(error)) await returnTry(context.db, counter);
      throw error;
    });
  }),

  route(logOut, async (context) => {
    // Open to anyone, for who is logged out already; but a tab of the one before ends no session of the next.
    if (context.user) demandSameAccount(context.user, context.request.actingFor);
    await endSession(context, context.db);
    return { message: words('Logged out') };
  }),

  route(whoAmI, async (context) => callerOf(context)),

  route(showSession, async ({ db, user, session, clock, settings }) => ({
    user: user ?? null,
    permissions: [...(user?.permissions ?? [])],
    role: user?.role ?? null,
    recent: session !== undefined && isRecent(session, clock.now()),
    isVerified: user?.isVerified ?? false,
    unread: user ? await countUnread(db, user.id) : 0,
    mustSetUpSecondFactor: user !== undefined && mustSetUpSecondFactor(user, settings),
  })),

  routeWithCommit(reauthenticate, async (context, commit) => {
    const { body } = context;
    const caller = callerOf(context);
    const { email } = caller;
    const session = sessionOf(context);
    const counter = sessionCounter(context, session);
    const user = await findByCredentials(context, { email, password: body.password }, counter);
    if (!user) throw wrongPassword();
    const { code } = body;
    const takeSecondFactor = await demandSecondFactor(context, caller, { code, counter });
    return commit(async (tx) => {
      if (!(await confirmCredentials(tx, user, counter))) throw wrongPassword();
      await takeSecondFactor(tx);
      await raiseSession(context, tx, context.clock.now());
      return { message: words('Thank you. Please continue.') };
    });
  }),

  route(checkFirstAdminLink, async ({ db, query, clock }) => ({
    usable: await opensFirstAdmin(db, query.token, clock.now()),
  })),

  routeWithCommit(createFirstAdmin, async (context, commit) => {
    const { db, body, clock } = context;
    const { token, ...person } = body;
    await demandFirstAdminLink(db, token, clock.now());
    demandGoodPassword(person.password, person.email, context);
    const account = { ...person, password: await hashPassword(person.password) };
    return commit(async (tx) => {
      const user = await createFirst(tx, token, account, clock.now());
      await startSession(context, tx, user, { isNewcomer: true });
      return { user, message: words('Welcome to the admin dashboard.') };
    });
  }),
];

// Registering reveals a taken address and says what to do; logging in never does (gaps.md §2).
const emailIsTaken = () =>
  new Fault(409, words('This email cannot be registered. Log in or reset the password.'));
const invalidCredentials = () => new Fault(401, words('Invalid credentials'));
// Not 401: the session is fine, the form is not.
const wrongPassword = () => {
  const message = words('The password is not right.');
  return new Fault(400, message, { fields: { password: message } });
};
