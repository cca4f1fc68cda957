import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { listUsers } from '../administrators/accounts.contract.ts';
import { accountIn, NewAdminFields } from './NewAdminFields.tsx';
import { SettingsCard, useSettingsForm } from './SettingsCard.tsx';
import { createAdmin } from './settings.contract.ts';

/** Somebody new who may open the dashboard. */
export function CreateAdminCard() {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [account, setAccount] = useState<string>();
  const create = useSettingsForm(createAdmin, {
    fallback: t('Failed to create admin user.'),
    doneTitle: words('Administrator created'),
    confirm: ({ email, role }) =>
      confirm({
        title: t('Create this administrator?'),
        text: (
          <p className="[overflow-wrap:anywhere]">
            {t(
              '{email} can then open the dashboard with the role “{role}”. Please check the address again. Every owner will get an email.',
              { email, role: t(ROLE_NAMES[role ?? 'owner']) },
            )}
          </p>
        ),
        confirmLabel: t('Create administrator'),
        danger: true,
      }),
    onDone() {
      setAccount(undefined);
      void client.invalidateQueries({ queryKey: [listUsers.name] });
    },
    onFailure: (error) => setAccount(accountIn(error)),
  });
  return (
    <SettingsCard
      title={t('Create Admin User')}
      of={create}
      submitLabel={t('Create Admin')}
      pendingLabel={t('Creating...')}
    >
      <NewAdminFields of={create} account={account}>
        <NewPassword
          of={create}
          label={t('Password')}
          hint={t('Do not send it by email. The person can change it here.')}
        />
      </NewAdminFields>
    </SettingsCard>
  );
}
