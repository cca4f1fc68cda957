import { useState } from 'react';
import { call } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { useFocusAlong } from '../../../web/ui/useFocusAlong.ts';
import { useDates } from '../../../web/useDates.ts';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from '../account.contract.ts';
import { removePasskey, renamePasskey } from '../passkey.contract.ts';
import { SecurityForm } from './SecurityForm.tsx';
import { useSecurityDeed } from './useSecurityDeed.ts';

type Passkey = OwnAccount['secondFactor']['passkeys'][number];

/** One passkey, with its name, its days and what can be done with it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = useWords();
  const { dayOf } = useDates();
  const confirm = useConfirm();
  const { run, isPending } = useSecurityDeed();
  const [isRenaming, setRenaming] = useState(false);
  const row = useFocusAlong<HTMLLIElement>(isRenaming);
  const { id, name, createdAt, lastUsedAt } = passkey;

  async function remove() {
    const isSure = await confirm({
      title: t('Remove the passkey “{name}”?', { name }),
      text: t('It opens nothing here any more. Please delete it on your device too.'),
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
  const { through, refresh, said, failed } = useSecurityDeed();
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
