import { readSecondFactorRule, setSecondFactorRule } from './second-factor-policy.contract.ts';
import { changePolicy, describePolicy } from './second-factor-policy.service.ts';
import { callerOf, sessionOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { findCampaign } from '../../content/publishing/campaign-address.service.ts';
import {
  codeIsWrong,
  createRecoveryCodes,
  hasAnyFactor,
  removeCodesWithoutFactor,
  recordFactorChange,
  withInitialRecoveryCodes,
} from './second-factor.service.ts';
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from './second-factor.contract.ts';

import {
  countSecondFactors,
  deleteTotp,
  lockSecondFactors,
  replaceRecoveryCodes,
} from './second-factor.store.ts';
import { rememberBrowser } from '../login-attempt-key.service.ts';
import { rotateSession } from '../sessions/session.service.ts';
import { createPendingTotp, matchPendingTotp } from './totp.service.ts';

export const secondFactorRoutes = [
  route(startTotp, async (context) => {
    const { db, language } = context;
    const { name: issuer } = await findCampaign(db, language);
    const offered = await createPendingTotp(context, db, callerOf(context), issuer);
    if (!offered) throw isOnAlready();
    return offered;
  }),

  routeWithCommit(confirmTotp, async (context, commit) => {
    const { id } = callerOf(context);
    const activate = await matchPendingTotp(context, context.db, id, context.body.code);
    if (activate === 'wrong code') throw codeIsWrong();
    if (activate === 'nothing to confirm') throw nothingToConfirm();
    const codes = await createRecoveryCodes(context, id);
    return commit(async (tx) => {
      await lockSecondFactors(tx, id);
      const recoveryCodes = await withInitialRecoveryCodes(tx, id, codes, async () => {
        if (!(await activate(tx))) throw nothingToConfirm();
      });
      await recordFactorChange({ ...context, db: tx }, id, 'totp-added');
      await rotateSession(context, tx, sessionOf(context).authenticatedAt);
      return {
        recoveryCodes,
        message: words(
          'From now on, we will ask for a code from your authenticator app when you log in.',
        ),
      };
    });
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

  routeWithCommit(renewRecoveryCodes, async (context, commit) => {
    const { id } = callerOf(context);
    await requireAnyFactor(context.db, id);
    const { shown, digests } = await createRecoveryCodes(context, id);
    return commit(async (tx) => {
      await lockSecondFactors(tx, id);
      await requireAnyFactor(tx, id);
      await replaceRecoveryCodes(tx, id, digests);
      await recordFactorChange({ ...context, db: tx }, id, 'recovery-codes-renewed');
      await rememberBrowser(context, tx, id);
      return {
        recoveryCodes: shown,
        message: words('Here are ten new recovery codes. The old ones no longer work.'),
      };
    });
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

async function requireAnyFactor(db: Database, userId: string): Promise<void> {
  if (hasAnyFactor(await countSecondFactors(db, userId))) return;
  throw new Fault(
    409,
    words('Recovery codes come with an authenticator app or a passkey. Set one up first.'),
  );
}
