import { readSecondFactorRule, setSecondFactorRule } from './second-factor-policy.contract.ts';
import { changePolicy, describePolicy } from './second-factor-policy.service.ts';
import { callerOf, sessionOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { findCampaign } from '../../content/publishing/campaign-address.service.ts';
import {
  codeIsWrong,
  removeCodesWithoutFactor,
  issueRecoveryCodes,
  recordFactorChange,
  withInitialRecoveryCodes,
} from './second-factor.service.ts';
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from './second-factor.contract.ts';

import { countSecondFactors, deleteTotp, lockSecondFactors } from './second-factor.store.ts';
import { rememberBrowser } from '../login-attempt-key.service.ts';
import { rotateSession } from '../sessions/session.service.ts';
import { confirmPendingTotp, createPendingTotp } from './totp.service.ts';

export const secondFactorRoutes = [
  route(startTotp, async (context) => {
    const { db, language } = context;
    const { name: issuer } = await findCampaign(db, language);
    const offered = await createPendingTotp(context, db, callerOf(context), issuer);
    if (!offered) throw isOnAlready();
    return offered;
  }),

  route(confirmTotp, async (context) => {
    const { db, body } = context;
    const { id } = callerOf(context);
    await lockSecondFactors(db, id);
    const recoveryCodes = await withInitialRecoveryCodes(context, id, async () => {
      const outcome = await confirmPendingTotp(context, db, id, body.code);
      if (outcome === 'wrong code') throw codeIsWrong();
      if (outcome === 'nothing to confirm') throw nothingToConfirm();
    });
    await recordFactorChange(context, id, 'totp-added');
    await rotateSession(context, db, sessionOf(context).authenticatedAt);
    return {
      recoveryCodes,
      message: words(
        'From now on, we will ask for a code from your authenticator app when you log in.',
      ),
    };
  }),

  route(removeTotp, async (context) => {
    const { db, clock } = context;
    const { id } = callerOf(context);
    await lockSecondFactors(db, id);
    if (!(await deleteTotp(db, id, clock.now()))) throw new Fault(404, words('Not found.'));
    await removeCodesWithoutFactor(db, id);
    await recordFactorChange(context, id, 'totp-removed');
    await rememberBrowser(context, db, id);
    return { message: words('We no longer ask for a code from your authenticator app.') };
  }),

  route(renewRecoveryCodes, async (context) => {
    const { db } = context;
    const { id } = callerOf(context);
    await lockSecondFactors(db, id);
    const { totp, passkeys } = await countSecondFactors(db, id);
    if (!totp && passkeys === 0) throw nothingToRecover();
    const recoveryCodes = await issueRecoveryCodes(context, db, id);
    await recordFactorChange(context, id, 'recovery-codes-renewed');
    await rememberBrowser(context, db, id);
    return {
      recoveryCodes,
      message: words('Here are ten new recovery codes. The old ones no longer work.'),
    };
  }),

  route(readSecondFactorRule, (context) => describePolicy(context)),

  route(setSecondFactorRule, async (context) => {
    const { isRequired } = context.body;
    await changePolicy(context, context.db, isRequired);
    return {
      message: isRequired
        ? words('Every administrator now needs two-step verification.')
        : words('Administrators can open the dashboard with only a password again.'),
    };
  }),
];

const isOnAlready = () =>
  new Fault(
    409,
    words('An authenticator app is already in use. Turn off its codes first to set up another.'),
  );
const nothingToConfirm = () =>
  new Fault(409, words('There is no authenticator app to confirm. Please start again.'));
const nothingToRecover = () =>
  new Fault(
    409,
    words('Recovery codes come with an authenticator app or a passkey. Set one up first.'),
  );
