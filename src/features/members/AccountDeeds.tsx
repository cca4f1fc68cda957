import { useState } from 'react';
import { isolated } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useFocusAlong } from '../../web/ui/useFocusAlong.ts';
import { useWords } from '../../web/words.tsx';
import { accountName } from './AccountName.tsx';
import { SuspendForm } from './SuspendForm.tsx';
import { useAccountDeed } from './useAccountDeed.ts';
import { useSession } from './useSession.ts';
import {
  type ListedUser,
  removeSecondFactor,
  restoreUser,
  setUserAdmin,
} from './users.contract.ts';

interface AccountDeedsProps {
  user: ListedUser;
  /** Told whether words are typed that closing would lose. */
  onWords: (isTyped: boolean) => void;
}

/** What an administrator can do about an account; the server has the last word. */
export function AccountDeeds({ user, onWords }: AccountDeedsProps) {
  const [isSuspending, setSuspending] = useState(false);
  const { data: caller } = useSession();
  const isOwn = caller?.id === user.id;
  const deed = useAccountDeed();
  const stop = () => {
    onWords(false);
    setSuspending(false);
  };
  const isForm = isSuspending && !user.suspendedAt;
  const place = useFocusAlong(
    `${isForm} ${user.suspendedAt} ${user.isAdmin} ${user.hasSecondFactor}`,
  );
  return (
    <div ref={place} className="grid gap-3">
      {isForm ? (
        <SuspendForm user={user} onWords={onWords} onDone={stop} />
      ) : (
        <Offered user={user} isOwn={isOwn} deed={deed} onSuspend={() => setSuspending(true)} />
      )}
    </div>
  );
}

const UNPROVED_ID = 'unproved-address';

type Doing = { user: ListedUser; deed: ReturnType<typeof useAccountDeed> };

function Offered({
  user,
  isOwn,
  deed,
  onSuspend,
}: Doing & { isOwn: boolean; onSuspend: () => void }) {
  const t = useWords();
  return (
    <>
      {deed.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(deed.failure)}</p>
        </Notice>
      ) : null}
      {isOwn ? <p className="hint">{t('This is your own account.')}</p> : null}
      <div className="actions">
        {user.suspendedAt ? <RestoreButton user={user} deed={deed} /> : null}
        {user.suspendedAt || isOwn ? null : (
          <Button variant="danger" onClick={onSuspend}>
            {t('Suspend...')}
          </Button>
        )}
        {user.suspendedAt && !user.isAdmin ? null : (
          <AdminButton user={user} isOwn={isOwn} deed={deed} />
        )}
        {user.hasSecondFactor && !isOwn ? <SecondFactorButton user={user} deed={deed} /> : null}
      </div>
      {user.emailVerifiedAt || user.isAdmin || user.suspendedAt ? null : (
        <p id={UNPROVED_ID} className="hint">
          {t(
            'They can become an administrator once they have confirmed their address: anybody may have registered with it.',
          )}
        </p>
      )}
    </>
  );
}

function RestoreButton({ user, deed }: Doing) {
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

function SecondFactorButton({ user, deed }: Doing) {
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

const APPOINT = words(
  '{name} ({email}) could then see all data, change where money arrives and decide about every account. They are logged out once, and every administrator gets a mail.',
);
const DISMISS = words(
  '{name} ({email}) can no longer open the dashboard, from this moment on. They are logged out, and every administrator gets a mail.',
);

function AdminButton({ user, isOwn, deed }: Doing & { isOwn: boolean }) {
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
