import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import { LoginForm } from '../login/LoginForm.tsx';
import { ForgotPassword } from '../password/ForgotPassword.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import type { Account } from '../sessions/useAccount.ts';

interface AccountDialogProps {
  open: boolean;
  onClose: () => void;
  returnFocus: () => Element | null | undefined;
  account: Account;
}

/** Join the Movement: log in or register. */
export function AccountDialog({ open, onClose, returnFocus, account }: AccountDialogProps) {
  const t = useWords();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t('Join the Movement')}
      size="sm"
    >
      <noscript>
        <p>
          {t(
            'Joining and logging in need JavaScript. Signing the declaration and writing to us do not.',
          )}
        </p>
      </noscript>
      <div className="needs-script">
        <Tabs
          label={t('Account')}
          tabs={[
            {
              value: 'login',
              label: t('Login'),
              content: (
                <LoginForm account={account} onDone={onClose} ForgotPassword={ForgotPassword} />
              ),
            },
            {
              value: 'register',
              label: t('Register'),
              content: <RegisterForm account={account} onDone={onClose} />,
            },
          ]}
        />
      </div>
    </Dialog>
  );
}
