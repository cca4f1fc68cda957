import { isolated } from '../../shared/shown.ts';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import { accountName } from './AccountName.tsx';
import type { AccountDeedProps } from './useAccountDeed.ts';
import { restoreUser } from './users.contract.ts';

/** Opens an account again that was suspended. */
export function RestoreButton({ user, deed }: AccountDeedProps) {
  const t = useWords();
  const question = {
    title: t('Open this account again?'),
    text: t('{name} can log in again and gets a mail that says so.', {
      name: isolated(accountName(user)),
    }),
    confirmLabel: t('Restore'),
  };
  return (
    <Button
      variant="primary"
      pending={deed.isPending}
      onClick={() => void deed.ask(question, () => call(restoreUser, { params: { id: user.id } }))}
    >
      {t('Restore...')}
    </Button>
  );
}
