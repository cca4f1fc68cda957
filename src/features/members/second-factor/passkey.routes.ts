import { callerOf, sessionOf } from '../../../server/context.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { findCampaign } from '../../content/publishing/campaign-address.service.ts';
import {
  addPasskey,
  requestPasskeyOptions,
  requestPasskeyReauthentication,
  requestPasskeyLogin,
  logInWithPasskey,
  reauthenticateWithPasskey,
  removePasskey,
  renamePasskey,
} from './passkey.contract.ts';
import {
  loginOptions,
  registrationOptions,
  verifyNewPasskey,
  verifyShownPasskey,
} from './passkey.service.ts';

import {
  updatePasskeyName,
  deletePasskey,
  insertPasskey,
  recordPasskeyUse,
} from './passkey.store.ts';
import { findUser } from '../../../server/user.store.ts';
import { maxPasskeys } from './second-factor.rules.ts';
import {
  createRecoveryCodes,
  removeCodesWithoutFactor,
  recordFactorChange,
  withInitialRecoveryCodes,
} from './second-factor.service.ts';

import { countSecondFactors, lockSecondFactors } from './second-factor.store.ts';
import { rememberBrowser } from '../login-attempt-key.service.ts';
import { rotateSession, startSession } from '../sessions/session.service.ts';

export const passkeyRoutes = [
  route(requestPasskeyOptions, async (context) => {
    const { id, email, firstName, lastName } = callerOf(context);
    const displayName = [firstName, lastName].filter(Boolean).join(' ');
    const { name: siteName } = await findCampaign(context.db, context.language);
    return registrationOptions(context, { id, email, displayName }, siteName);
  }),

  routeWithCommit(addPasskey, async (context, commit) => {
    const { body, clock } = context;
    const { id: userId } = callerOf(context);
    const made = await verifyNewPasskey(context, userId, body.response);
    if (!made) throw new Fault(400, wasRefused);
    const { name } = body;
    const codes = await createRecoveryCodes(context, userId);
    return commit(async (tx) => {
      const within = { ...context, db: tx };
      await lockSecondFactors(tx, userId);
      const recoveryCodes = await withInitialRecoveryCodes(tx, userId, codes, async () => {
        if ((await countSecondFactors(tx, userId)).passkeys >= maxPasskeys) throw tooMany();
        const passkey = { ...made, userId, name, createdAt: clock.now() };
        if (!(await insertPasskey(tx, passkey))) throw isKnown();
      });
      await recordFactorChange(within, userId, 'passkey-added', { id: made.id, name });
      await rotateSession(context, tx, sessionOf(context).authenticatedAt);
      const message = words('The passkey is saved. You can now log in with it.');
      return { id: made.id, recoveryCodes, message };
    });
  }),

  route(renamePasskey, async (context) => {
    const own = { id: context.params.id, userId: callerOf(context).id };
    if (!(await updatePasskeyName(context.db, own, context.body.name))) throw notFound();
    return { message: words('The passkey has been renamed.') };
  }),

  route(removePasskey, async (context) => {
    const { db, params } = context;
    const { id: userId } = callerOf(context);
    await lockSecondFactors(db, userId);
    const dropped = await deletePasskey(db, { id: params.id, userId });
    if (!dropped) throw notFound();
    await removeCodesWithoutFactor(db, userId);
    await recordFactorChange(context, userId, 'passkey-removed', {
      id: params.id,
      name: dropped.name,
    });
    await rememberBrowser(context, db, userId);
    return { message: words('The passkey is removed. It no longer works here.') };
  }),

  route(requestPasskeyLogin, (context) => loginOptions(context)),

  routeWithCommit(logInWithPasskey, async (context, commit) => {
    const shown = await verifyShownPasskey(context, context.body.response);
    if (!shown) throw new Fault(401, wasRefused);
    const { passkey, counter } = shown;
    return commit(async (tx) => {
      const use = { counter, now: context.clock.now() };
      const isNoted = await recordPasskeyUse(tx, passkey, use);
      const user = isNoted && (await findUser(tx, passkey.userId));
      if (!user) throw new Fault(401, wasRefused);
      await startSession(context, tx, user);
      return { user, message: words('Welcome back!') };
    });
  }),

  route(requestPasskeyReauthentication, (context) => loginOptions(context, callerOf(context).id)),

  routeWithCommit(reauthenticateWithPasskey, async (context, commit) => {
    const shown = await verifyShownPasskey(context, context.body.response, callerOf(context).id);
    if (!shown) throw new Fault(400, wasRefused);
    const { passkey, counter } = shown;
    return commit(async (tx) => {
      // The same time in both rows shows that it was a passkey (hasShownPasskey).
      const now = context.clock.now();
      if (!(await recordPasskeyUse(tx, passkey, { counter, now })))
        throw new Fault(400, wasRefused);
      await rotateSession(context, tx, now);
      return { message: words('Thank you. Please continue.') };
    });
  }),
];

// One sentence for whatever was wrong with it: the next step is the same.
const wasRefused = words(
  'This passkey could not be accepted. Please try again, or use your password.',
);
const notFound = () => new Fault(404, words('Not found.'));
const isKnown = () => new Fault(409, words('This passkey is already saved.'));
const tooMany = () =>
  new Fault(409, words('You have reached the maximum number of passkeys. Remove one first.'));
