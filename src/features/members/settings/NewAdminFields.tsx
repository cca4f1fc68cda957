import type { ReactNode } from 'react';
import { ROLES } from '../../../shared/roles.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { CallError } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import type { FormPart } from '../../../web/forms/useForm.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { USERS_PATH } from './paths.rules.ts';

/** The id of the account that an address has already, where that stopped the form. */
export const accountIn = (error: unknown) =>
  error instanceof CallError && typeof error.detail.account === 'string'
    ? error.detail.account
    : undefined;

interface NewAdminFieldsProps {
  of: FormPart;
  /** What `accountIn` found. */
  account: string | undefined;
  /** What is asked for after the address. */
  children?: ReactNode;
}

/** Who a new administrator is, and what they may do; leads to the account that the address has already. */
export function NewAdminFields({ of, account, children }: NewAdminFieldsProps) {
  const t = useWords();
  return (
    <>
      {account && of.errors.email ? (
        <Notice>
          <Button {...linkTo(withQuery(USERS_PATH, { open: account }))}>
            {t('Open the account')}
          </Button>
        </Notice>
      ) : null}
      <TextField
        of={of}
        name="email"
        label={t('Email')}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      {children}
      <Field
        label={t('Role')}
        hint={t('Settings → Roles shows what each role can do.')}
        error={of.errors.role && t(of.errors.role)}
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
          of={of}
          name="firstName"
          label={t('First name')}
          required={false}
          autoComplete="off"
          maxLength={100}
        />
        <TextField
          of={of}
          name="lastName"
          label={t('Last name')}
          required={false}
          autoComplete="off"
          maxLength={100}
        />
      </div>
    </>
  );
}
