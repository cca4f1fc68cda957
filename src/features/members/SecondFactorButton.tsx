import { isolated } from '../../shared/shown.ts';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import { accountName } from './AccountName.tsx';
import type { AccountDeedProps } from './useAccountDeed.ts';
import { removeSecondFactor } from './users.contract.ts';

/** Takes the second factor off the account of somebody who has lost it. */
export function SecondFactorButton({ user, deed }: AccountDeedProps) {
  const t = useWords();
  const question = {
    title: t('Take the second factor off this account?'),
    text: (
      <div className="grid gap-3 [overflow-wrap:anywhere]">
        <p>
          {t(
            '{name} loses the authenticator app, the passkeys and the recovery codes: the password alone then opens the account. They are logged out everywhere and get a mail.',
            { name: isolated(accountName(user)) },
          )}
        </p>
        <p>
          {t(
            'First make sure, by another way than mail, that the owner asks for it. If somebody else has added it, the owner chooses a new password before.',
          )}
        </p>
      </div>
    ),
    confirmLabel: t('Take it off'),
    danger: true,
  };
  return (
    <Button
      pending={deed.isPending}
      onClick={() =>
        void deed.ask(question, () => call(removeSecondFactor, { params: { id: user.id } }))
      }
    >
      {t('Take the second factor off...')}
    </Button>
  );
}
