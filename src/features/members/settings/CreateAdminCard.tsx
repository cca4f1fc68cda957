import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES } from '../../../shared/roles.ts';
import { words } from '../../../shared/words.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { CallError } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { USERS_PATH } from './paths.rules.ts';
import { listUsers } from '../administrators/accounts.contract.ts';
import { SettingsCard, useSettingsForm } from './SettingsCard.tsx';
import { createAdmin } from './settings.contract.ts';

/** The id of the account that an address has already, where that stopped the form. */
const accountIn = (error: unknown) =>
  error instanceof CallError && typeof error.detail.account === 'string'
    ? error.detail.account
    : undefined;

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
      {account && create.errors.email ? (
        <Notice>
          <Button {...linkTo(withQuery(USERS_PATH, { open: account }))}>
            {t('Open the account')}
          </Button>
        </Notice>
      ) : null}
      <TextField
        of={create}
        name="email"
        label={t('Email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
      />
      <TextField
        of={create}
        name="password"
        label={t('Password')}
        hint={t('Do not send it by email. The person can change it here.')}
        type="password"
        autoComplete="new-password"
        maxLength={200}
      />
      <Field
        label={t('Role')}
        hint={t('Settings → Roles shows what each role can do.')}
        error={create.errors.role && t(create.errors.role)}
      >
        <Select
          name="role"
          defaultValue="viewer"
          // Least first: who is to have more rights is given them on purpose.
          options={ROLES.toReversed().map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          of={create}
          name="firstName"
          label={t('First name')}
          required={false}
          autoComplete="off"
          maxLength={100}
        />
        <TextField
          of={create}
          name="lastName"
          label={t('Last name')}
          required={false}
          autoComplete="off"
          maxLength={100}
        />
      </div>
    </SettingsCard>
  );
}
