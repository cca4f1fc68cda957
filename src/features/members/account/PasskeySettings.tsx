import { useState } from 'react';
import { call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { firstControl, useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from './account.contract.ts';
import {
  addPasskey,
  requestPasskeyOptions,
  type Registered,
  removePasskey,
  renamePasskey,
} from '../second-factor/passkey.contract.ts';
import { supportsPasskeys } from '../second-factor/usePasskey.ts';
import { type NewCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import { SecurityForm, SecuritySection, useSecurityAction } from './SecuritySection.tsx';

import { TextField } from '../../../web/fields/TextField.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { deviceOf, describeDevice } from '../device.rules.ts';

import { useConfirm } from '../../../web/ui/confirm.tsx';
import { useDates } from '../../../web/useDates.ts';

/** Passkeys: logging in with a finger, a face or the screen's lock, and nothing to steal. */
export function PasskeySettings({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { run, isPending } = useSecurityAction();
  const [made, setMade] = useState<NewPasskey>();
  const [codes, setCodes] = useState<NewCodes>();
  const { passkeys } = account.secondFactor;
  const place = useRestoreFocus(made !== undefined);

  /** The browser's own dialog comes between what it needs and the name. */
  const make = () =>
    run(async () => {
      const [{ startRegistration }, optionsJSON] = await Promise.all([
        import('@simplewebauthn/browser'),
        call(requestPasskeyOptions),
      ]);
      setMade(await startRegistration({ optionsJSON }));
      return {};
    });

  return (
    <SecuritySection title={t('Passkeys')}>
      <p className="max-w-prose">
        {t(
          'A passkey lets you log in with your fingerprint, your face or your screen lock. It stays on your device, so nobody can steal it from us.',
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
        ) : supportsPasskeys() ? (
          <Button
            pending={isPending}
            pendingLabel={t('Waiting for your device...')}
            onClick={() => void make()}
          >
            {t('Add a passkey')}
          </Button>
        ) : (
          <p className="hint">{t('This browser does not support passkeys.')}</p>
        )}
      </div>
      <RecoveryCodes
        made={codes}
        email={account.email}
        onSaved={() => setCodes(undefined)}
        returnFocus={() => firstControl(place.current)}
      />
    </SecuritySection>
  );
}

type NewPasskey = Registered;

interface PasskeyNamingProps {
  /** What the browser made; we keep it under the name. */
  made: NewPasskey;
  /** With the recovery codes, where this is the first second factor. */
  onDone: (made?: NewCodes) => void;
  onCancel: () => void;
}

/** Names a passkey that was just made, so that it is known again in the list. */
function PasskeyNaming({ made, onDone, onCancel }: PasskeyNamingProps) {
  const t = useWords();
  const { through, refresh, said, failed } = useSecurityAction();
  const add = useForm(addPasskey, {
    fallback: t('The passkey could not be saved. Please try again.'),
    read: (form) => ({ name: form.get('name'), response: made }),
    through,
    onSuccess: ({ message, recoveryCodes }) => {
      refresh();
      // A toast would lie over the codes.
      if (!recoveryCodes) said(message);
      onDone(recoveryCodes ? { message, codes: recoveryCodes } : undefined);
    },
    onFailure: failed,
  });
  return (
    <SecurityForm
      of={add}
      submitLabel={t('Save passkey')}
      pendingLabel={t('Saving...')}
      onCancel={onCancel}
    >
      <TextField
        of={{ ...add, filled: { name: describeDevice(t, deviceOf(navigator.userAgent)) } }}
        name="name"
        label={t('Name of the passkey')}
        hint={t('For example, the device it is on.')}
        maxLength={60}
        autoComplete="off"
      />
    </SecurityForm>
  );
}

type Passkey = OwnAccount['secondFactor']['passkeys'][number];

/** One passkey, with its name, its days and what can be done with it. */
function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = useWords();
  const { dayOf } = useDates();
  const confirm = useConfirm();
  const { run, isPending } = useSecurityAction();
  const [isRenaming, setRenaming] = useState(false);
  const row = useRestoreFocus<HTMLLIElement>(isRenaming);
  const { id, name, createdAt, lastUsedAt } = passkey;

  async function remove() {
    const isSure = await confirm({
      title: t('Remove the passkey “{name}”?', { name }),
      text: t('It will no longer work here. Please delete it on your device too.'),
      confirmLabel: t('Remove'),
      danger: true,
    });
    if (isSure) await run(() => call(removePasskey, { params: { id } }));
  }

  return (
    <li ref={row} className="grid gap-2 edged-b border-rule py-3">
      {isRenaming ? (
        <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <strong>{name}</strong>
            <span className="hint block">
              {lastUsedAt
                ? t('Added {added}, last used {used}', {
                    added: dayOf(createdAt),
                    used: dayOf(lastUsedAt),
                  })
                : t('Added {added}, not used yet', { added: dayOf(createdAt) })}
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setRenaming(true)} aria-label={t('Rename “{name}”', { name })}>
              {t('Rename')}
            </Button>
            <Button
              variant="danger"
              pending={isPending}
              pendingLabel={t('Removing...')}
              aria-label={t('Remove “{name}”', { name })}
              onClick={() => void remove()}
            >
              {t('Remove')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useWords();
  const { through, refresh, said, failed } = useSecurityAction();
  const rename = useForm(renamePasskey, {
    fallback: t('The passkey could not be renamed. Please try again.'),
    params: { id: passkey.id },
    through,
    onSuccess: ({ message }) => {
      said(message);
      refresh();
      onDone();
    },
    onFailure: failed,
  });
  return (
    <SecurityForm
      of={rename}
      submitLabel={t('Save the name')}
      pendingLabel={t('Saving...')}
      onCancel={onDone}
    >
      <TextField
        of={{ ...rename, filled: { name: passkey.name } }}
        name="name"
        label={t('Name of the passkey')}
        maxLength={60}
        autoComplete="off"
      />
    </SecurityForm>
  );
}
