import { callerOf, sessionOf } from '../../../server/context.ts';
import { routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { returnAttempt } from '../login-attempts.store.ts';
import {
  accountAttemptKey,
  loginAttemptKey,
  sessionAttemptKey,
} from '../login-attempt-key.service.ts';
import { requireSecondFactor } from '../second-factor/second-factor.service.ts';
import { isSuspendedFault, rotateSession } from '../sessions/session.service.ts';
import { logIn, reauthenticate } from './login.contract.ts';
import {
  confirmCredentials,
  findByCredentials,
  passwordIsWrong,
  startSessionByPassword,
} from './login.service.ts';

export const loginRoutes = [
  routeWithCommit(logIn, async (context, commit) => {
    const attemptKey = await loginAttemptKey(context, context.body.email);
    const user = await findByCredentials(context, context.body, attemptKey);
    if (!user) {
      // A digest: lines about one account can be counted, and name nobody.
      const account = accountAttemptKey(context, context.body.email);
      context.log.info({ account }, 'wrong email address or password');
      throw invalidCredentials();
    }
    const { code } = context.body;
    const consumeSecondFactor = await requireSecondFactor(context, user, { code, attemptKey });
    return commit(async (tx) => {
      const proof = { attemptKey, consumeSecondFactor };
      if (!(await startSessionByPassword(context, tx, user, proof))) throw invalidCredentials();
      return { user, message: words('Welcome back!') };
    }).catch(async (error: unknown) => {
      // The owner of a suspended account may read the reason as often as they like.
      if (isSuspendedFault(error)) await returnAttempt(context.db, attemptKey);
      throw error;
    });
  }),

  routeWithCommit(reauthenticate, async (context, commit) => {
    const { password, code } = context.body;
    const caller = callerOf(context);
    const attemptKey = sessionAttemptKey(context, sessionOf(context));
    const user = await findByCredentials(context, { email: caller.email, password }, attemptKey);
    if (!user) throw passwordIsWrong();
    const consumeSecondFactor = await requireSecondFactor(context, caller, { code, attemptKey });
    return commit(async (tx) => {
      if (!(await confirmCredentials(tx, user, attemptKey))) throw passwordIsWrong();
      await consumeSecondFactor(tx);
      await rotateSession(context, tx, context.clock.now());
      return { message: words('Thank you. Please continue.') };
    });
  }),
];

const invalidCredentials = () => new Fault(401, words('Invalid credentials'));
