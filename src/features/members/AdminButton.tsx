import { isolated } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import { accountName } from './AccountName.tsx';
import type { AccountDeedProps } from './useAccountDeed.ts';
import { setUserAdmin } from './users.contract.ts';

const UNPROVED_ID = 'unproved-address';

const APPOINT = words(
  '{name} ({email}) could then see all data, change where money arrives and decide about every account. They are logged out once, and every administrator gets a mail.',
);
const DISMISS = words(
  '{name} ({email}) can no longer open the dashboard, from this moment on. They are logged out, and every administrator gets a mail.',
);

/** Gives the dashboard to an account whose address is proved, and takes it away again. */
export function AdminButton({ user, isOwn, deed }: AccountDeedProps & { isOwn: boolean }) {
  const t = useWords();
  const isAdmin = !user.isAdmin;
  const who = { name: isolated(accountName(user)), email: user.email };
  const question = {
    title: isAdmin ? t('Make this account an administrator?') : t('Take the dashboard away?'),
    text: (
      <div className="grid gap-3 [overflow-wrap:anywhere]">
        <p>
          {isOwn
            ? t('You would log yourself out of the dashboard for good.')
            : t(isAdmin ? APPOINT : DISMISS, who)}
        </p>
      </div>
    ),
    confirmLabel: isAdmin ? t('Make administrator') : t('Make a member'),
    danger: true,
  };
  const isUnproved = isAdmin && !user.emailVerifiedAt;
  return (
    <Button
      pending={deed.isPending}
      disabled={isUnproved}
      aria-describedby={isUnproved ? UNPROVED_ID : undefined}
      onClick={() =>
        void deed.ask(question, () =>
          call(setUserAdmin, { params: { id: user.id }, body: { isAdmin } }),
        )
      }
    >
      {isAdmin ? t('Make administrator...') : t('Make a member...')}
    </Button>
  );
}

/** Why the button can do nothing for an account whose address is not proved. */
export function UnprovedHint() {
  const t = useWords();
  return (
    <p id={UNPROVED_ID} className="hint">
      {t(
        'They can become an administrator once they have confirmed their address: anybody may have registered with it.',
      )}
    </p>
  );
}
