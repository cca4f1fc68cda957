import { useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call } from '../../../web/api.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { firstControl, useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from './account.contract.ts';
import {
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '../second-factor/second-factor.contract.ts';
import { type NewCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import { SecuritySection, useSecurityAction } from './SecuritySection.tsx';

/** With what draws QR codes: few visits need it. */
const AppSetup = lazyPart(async () => (await import('./AppSetup.tsx')).AppSetup, 'security');

/** Below this many the page advises to make new ones. */
const fewCodes = 3;

/** What can be done: set up an app, turn its codes off, make recovery codes. */
function useTwoStep({ passkeys }: OwnAccount['secondFactor']) {
  const t = useWords();
  const confirm = useConfirm();
  const app = useSecurityAction();
  const renewal = useSecurityAction();
  const [setup, setSetup] = useState<AnswerOf<typeof startTotp>>();
  const [codes, setCodes] = useState<NewCodes>();

  async function begin() {
    const begun = await app.run(async () => {
      await AppSetup.load();
      return call(startTotp);
    });
    setSetup(begun);
  }
  async function remove() {
    const isSure = await confirm({
      title: t('Turn off codes for login?'),
      text:
        passkeys.length > 0
          ? t('You will still need a passkey or a recovery code to log in.')
          : t('Anyone who learns your password can then log in to your account.'),
      confirmLabel: t('Turn off codes'),
      danger: true,
    });
    if (isSure) await app.run(() => call(removeTotp));
  }
  async function renew() {
    const isSure = await confirm({
      title: t('Create new recovery codes?'),
      text: t('Your existing codes will no longer work.'),
      confirmLabel: t('Create new codes'),
    });
    if (!isSure) return;
    await renewal.run(async () => {
      const { message, recoveryCodes } = await call(renewRecoveryCodes);
      setCodes({ message, codes: recoveryCodes });
      // Its dialog says so.
      return {};
    });
  }

  return { app, renewal, setup, setSetup, codes, setCodes, begin, remove, renew };
}

/** A code of an app beside the password, and what opens when the phone is lost. */
export function TwoStepSettings({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { app, renewal, setup, setSetup, codes, setCodes, begin, remove, renew } = useTwoStep(
    account.secondFactor,
  );
  const { totp, passkeys, recoveryCodesLeft: left } = account.secondFactor;
  const hasFactor = totp || passkeys.length > 0;
  const isSettingUp = setup !== undefined && !totp;
  const place = useRestoreFocus(isSettingUp);

  return (
    <SecuritySection title={t('Two-step verification')}>
      <p className="max-w-prose">
        {totp
          ? t('We ask for a code from your authenticator app when you log in.')
          : t(
              'When this is on, we ask for a code from an app on your phone as well as your password. A stolen password is then not enough to log in.',
            )}
      </p>
      <div ref={place} className="grid w-full gap-4">
        {isSettingUp ? (
          <AppSetup.Component
            setup={setup}
            onDone={(newCodes) => {
              setSetup(undefined);
              setCodes(newCodes);
            }}
            onCancel={() => setSetup(undefined)}
          />
        ) : null}
        <div className="actions empty:hidden">
          {totp ? (
            <Button
              pending={app.isPending}
              pendingLabel={t('Saving...')}
              onClick={() => void remove()}
            >
              {t('Turn off codes')}
            </Button>
          ) : setup ? null : (
            <Button
              pending={app.isPending}
              pendingLabel={t('Preparing...')}
              onClick={() => void begin()}
            >
              {t('Set up an authenticator app')}
            </Button>
          )}
          {hasFactor ? (
            <Button
              pending={renewal.isPending}
              pendingLabel={t('Saving...')}
              onClick={() => void renew()}
            >
              {t('Create new recovery codes')}
            </Button>
          ) : null}
        </div>
      </div>
      {hasFactor ? <CodesLeft left={left} /> : null}
      <RecoveryCodes
        made={codes}
        email={account.email}
        onSaved={() => setCodes(undefined)}
        returnFocus={() => firstControl(place.current)}
      />
    </SecuritySection>
  );
}

/** How many recovery codes open the account still; few are a reason to make new ones. */
function CodesLeft({ left }: { left: number }) {
  const t = useWords();
  return left <= fewCodes ? (
    <Notice>
      <p>
        {t(
          '{count, plural, =0 {You have no recovery codes left.} one {You have one recovery code left.} other {You have # recovery codes left.}} Create new ones, so that you are not locked out if you lose your phone.',
          { count: left },
        )}
      </p>
    </Notice>
  ) : (
    <p className="hint">
      {t('{count, plural, one {One recovery code is left.} other {# recovery codes are left.}}', {
        count: left,
      })}
    </p>
  );
}
