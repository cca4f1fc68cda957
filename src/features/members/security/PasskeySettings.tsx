import { useState } from 'react';
import { call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { firstIn, useFocusAlong } from '../../../web/ui/useFocusAlong.ts';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from '../account.contract.ts';
import { askForPasskey } from '../passkey.contract.ts';
import { knowsPasskeys } from '../usePasskey.ts';
import { type NewPasskey, PasskeyNaming } from './PasskeyNaming.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';
import { type NewCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { useSecurityDeed } from './useSecurityDeed.ts';

/** Passkeys: logging in with a finger, a face or the screen's lock, and nothing to steal. */
export function PasskeySettings({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { run, isPending } = useSecurityDeed();
  const [made, setMade] = useState<NewPasskey>();
  const [codes, setCodes] = useState<NewCodes>();
  const { passkeys } = account.secondFactor;
  const place = useFocusAlong(made !== undefined);

  /** The browser's own dialog comes between what it needs and the name. */
  const make = () =>
    run(async () => {
      const [{ startRegistration }, optionsJSON] = await Promise.all([
        import('@simplewebauthn/browser'),
        call(askForPasskey),
      ]);
      setMade(await startRegistration({ optionsJSON }));
      return {};
    });

  return (
    <SecuritySection title={t('Passkeys')}>
      <p className="max-w-prose">
        {t(
          'A passkey opens your account with your finger, your face or the lock of your screen. It stays on your device and nobody can steal it from us.',
        )}
      </p>
      {passkeys.length > 0 ? (
        <ul className="grid w-full edged-t border-rule">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      <div ref={place} className="w-full">
        {made ? (
          <PasskeyNaming
            made={made}
            onDone={(newCodes) => {
              setMade(undefined);
              setCodes(newCodes);
            }}
            onCancel={() => setMade(undefined)}
          />
        ) : knowsPasskeys() ? (
          <Button
            pending={isPending}
            pendingLabel={t('Waiting for your device...')}
            onClick={() => void make()}
          >
            {t('Add a passkey')}
          </Button>
        ) : (
          <p className="hint">{t('This browser knows no passkeys.')}</p>
        )}
      </div>
      <RecoveryCodes
        made={codes}
        email={account.email}
        onKept={() => setCodes(undefined)}
        returnFocus={() => firstIn(place.current)}
      />
    </SecuritySection>
  );
}
