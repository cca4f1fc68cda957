import { useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useFocusAlong } from '../../web/ui/useFocusAlong.ts';
import { useWords } from '../../web/words.tsx';
import { AdminButton, UnprovedHint } from './AdminButton.tsx';
import { RestoreButton } from './RestoreButton.tsx';
import { SecondFactorButton } from './SecondFactorButton.tsx';
import { SuspendForm } from './SuspendForm.tsx';
import { type AccountDeedProps, useAccountDeed } from './useAccountDeed.ts';
import { useSession } from './useSession.ts';
import type { ListedUser } from './users.contract.ts';

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

interface OfferedProps extends AccountDeedProps {
  isOwn: boolean;
  onSuspend: () => void;
}

function Offered({ user, isOwn, deed, onSuspend }: OfferedProps) {
  const t = useWords();
  const isOpen = !user.suspendedAt;
  return (
    <>
      {deed.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(deed.failure)}</p>
        </Notice>
      ) : null}
      {isOwn ? <p className="hint">{t('This is your own account.')}</p> : null}
      <div className="actions">
        {isOpen ? null : <RestoreButton user={user} deed={deed} />}
        {isOpen && !isOwn ? (
          <Button variant="danger" onClick={onSuspend}>
            {t('Suspend...')}
          </Button>
        ) : null}
        {isOpen || user.isAdmin ? <AdminButton user={user} isOwn={isOwn} deed={deed} /> : null}
        {user.hasSecondFactor && !isOwn ? <SecondFactorButton user={user} deed={deed} /> : null}
      </div>
      {isOpen && !user.emailVerifiedAt && !user.isAdmin ? <UnprovedHint /> : null}
    </>
  );
}
