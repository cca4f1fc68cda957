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
  /** For who joins, with what an account is for; else Login is open. */
  isForNew?: boolean;
}

/** Join the Movement: log in or register. */
export function AccountDialog(props: AccountDialogProps) {
  const { open, onClose, returnFocus, account, isForNew = false } = props;
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
      <div className="needs-script grid gap-4">
        {isForNew ? (
          <p>
            {t(
              'With an account you have a profile and can write to other members. You can sign and apply without one.',
            )}
          </p>
        ) : null}
        <Tabs
          label={t('Account')}
          defaultValue={isForNew ? 'register' : 'login'}
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
