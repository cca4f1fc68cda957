import type { OwnAccount } from './account.contract.ts';
import { AddressSettings } from './AddressSettings.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportSettings } from './ExportSettings.tsx';
import { MailLanguage, MailSettings } from './MailSettings.tsx';

import { PasskeySettings } from './PasskeySettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { TwoStepSettings } from './TwoStepSettings.tsx';

interface SecuritySectionsProps {
  account: OwnAccount;
  onDeleted: () => void;
}

/** All that guards an account, one under the other. Needs RecentPassword and LoginAgain above it. */
export function SecuritySections({ account, onDeleted }: SecuritySectionsProps) {
  return (
    <>
      <AddressSettings account={account} />
      <PasswordSettings email={account.email} />
      <TwoStepSettings account={account} />
      <PasskeySettings account={account} />
      <SessionSettings />
      <MailLanguage account={account} />
      <MailSettings account={account} />
      <ExportSettings />
      <DeleteAccount account={account} onDeleted={onDeleted} />
    </>
  );
}
