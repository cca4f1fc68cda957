import { callerOf, sessionOf } from '../../server/context.ts';
import { route } from '../../server/route.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { loadSiteName } from './site-name.service.ts';
import { issueRecoveryCodes } from './recovery.service.ts';
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from './second-factor.contract.ts';
import { recordChange } from './second-factor-notice.service.ts';
import { codeIsWrong, endWithLast, withFirstCodes } from './second-factor.service.ts';
import { countSecondFactors, lockSecondFactors } from './second-factor.store.ts';
import { raiseSession } from './session.service.ts';
import { confirmWaitingTotp, offerNewTotp } from './totp.service.ts';
import { forgetTotp } from './totp.store.ts';

export const secondFactorRoutes = [
  route(startTotp, async (context) => {
    const { db, language } = context;
    const issuer = await loadSiteName(db, language);
    const offered = await offerNewTotp(context, db, callerOf(context), issuer);
    if (!offered) throw isOnAlready();
    return offered;
  }),

  route(confirmTotp, async (context) => {
    const { db, body } = context;
    const { id } = callerOf(context);
    await lockSecondFactors(db, id);
    const recoveryCodes = await withFirstCodes(context, id, async () => {
      const outcome = await confirmWaitingTotp(context, db, id, body.code);
      if (outcome === 'wrong code') throw codeIsWrong();
      if (outcome === 'nothing to confirm') throw nothingToConfirm();
    });
    await recordChange(context, id, 'totp-added');
    await raiseSession(context, db, sessionOf(context).authenticatedAt);
    return {
      recoveryCodes,
      message: words('From now on we ask for a code of your authenticator app when you log in.'),
    };
  }),

  route(removeTotp, async (context) => {
    const { db, clock } = context;
    const { id } = callerOf(context);
    await lockSecondFactors(db, id);
    if (!(await forgetTotp(db, id, clock.now()))) throw new Fault(404, words('Not found.'));
    await endWithLast(db, id);
    await recordChange(context, id, 'totp-removed');
    return { message: words('We no longer ask for a code of your authenticator app.') };
  }),

  route(renewRecoveryCodes, async (context) => {
    const { db } = context;
    const { id } = callerOf(context);
    await lockSecondFactors(db, id);
    const { totp, passkeys } = await countSecondFactors(db, id);
    if (!totp && passkeys === 0) throw nothingToRecover();
    const recoveryCodes = await issueRecoveryCodes(context, db, id);
    await recordChange(context, id, 'recovery-codes-renewed');
    return {
      recoveryCodes,
      message: words('Here are ten new recovery codes. The old ones open nothing any more.'),
    };
  }),
];

const isOnAlready = () =>
  new Fault(
    409,
    words('An authenticator app is in use already. Remove it first to set up another.'),
  );
const nothingToConfirm = () =>
  new Fault(409, words('There is no authenticator app to confirm. Please start again.'));
const nothingToRecover = () =>
  new Fault(
    409,
    words('Recovery codes come with an authenticator app or a passkey. Set one up first.'),
  );
