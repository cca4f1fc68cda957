import { useState } from 'react';
import { later } from '../../web/later.tsx';
import { useMay } from '../../web/rights.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { LateRoom } from '../../web/ui/LateRoom.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useFocusAlong } from '../../web/ui/useFocusAlong.ts';
import { useWords } from '../../web/words.tsx';
import { RestoreButton } from './RestoreButton.tsx';
import { SecondFactorButton } from './SecondFactorButton.tsx';
import { SuspendForm } from './SuspendForm.tsx';
import { type AccountDeedProps, useAccountDeed } from './useAccountDeed.ts';
import { useSession } from './useSession.ts';
import type { ListedUser } from './users.contract.ts';

const Role = later(async () => (await import('./settings/RoleForm.tsx')).RoleForm, 'settings');

interface AccountDeedsProps {
  user: ListedUser;
  /** Told whether words are typed that closing would lose. */
  onWords: (isTyped: boolean) => void;
}

/** What an administrator can do about an account; the server has the last word. */
export function AccountDeeds({ user, onWords }: AccountDeedsProps) {
  const [form, setForm] = useState<'suspend' | 'role'>();
  const { data: caller } = useSession();
  const isOwn = caller?.id === user.id;
  const deed = useAccountDeed();
  const stop = () => {
    onWords(false);
    setForm(undefined);
  };
  const shown = form === 'suspend' && user.suspendedAt ? undefined : form;
  const place = useFocusAlong(`${shown} ${user.suspendedAt} ${user.role} ${user.hasSecondFactor}`);
  return (
    <div ref={place} className="grid gap-3">
      {shown === 'suspend' ? <SuspendForm user={user} onWords={onWords} onDone={stop} /> : null}
      {shown === 'role' ? <LateRoom room={Role} props={{ user, isOwn, onDone: stop }} /> : null}
      {shown ? null : <Offered user={user} isOwn={isOwn} deed={deed} onForm={setForm} />}
    </div>
  );
}

interface OfferedProps extends AccountDeedProps {
  isOwn: boolean;
  onForm: (form: 'suspend' | 'role') => void;
}

const UNPROVED_ID = 'unproved-address';

function Offered({ user, isOwn, deed, onForm }: OfferedProps) {
  const t = useWords();
  const may = useMay();
  const isOpen = !user.suspendedAt;
  const mayGrant = may('users:grant');
  // Who shuts the account of an administrator decides about roles too.
  const mayShut = may('users:moderate') && (mayGrant || !user.isAdmin);
  const isUnproved = !user.emailVerifiedAt && !user.isAdmin;
  return (
    <>
      {deed.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(deed.failure)}</p>
        </Notice>
      ) : null}
      {isOwn ? <p className="hint">{t('This is your own account.')}</p> : null}
      <div className="actions">
        {isOpen || !mayShut ? null : <RestoreButton user={user} deed={deed} />}
        {isOpen && !isOwn && mayShut ? (
          <Button variant="danger" onClick={() => onForm('suspend')}>
            {t('Suspend...')}
          </Button>
        ) : null}
        {mayGrant && (isOpen || user.isAdmin) ? (
          <Button
            disabled={isUnproved}
            aria-describedby={isUnproved ? UNPROVED_ID : undefined}
            onClick={() => onForm('role')}
          >
            {user.isAdmin ? t('Change the role...') : t('Make administrator...')}
          </Button>
        ) : null}
        {mayGrant && user.hasSecondFactor && !isOwn ? (
          <SecondFactorButton user={user} deed={deed} />
        ) : null}
      </div>
      {mayGrant && isOpen && isUnproved ? <UnprovedHint /> : null}
    </>
  );
}

/** Why the button can do nothing for an account whose address is not proved. */
function UnprovedHint() {
  const t = useWords();
  return (
    <p id={UNPROVED_ID} className="hint">
      {t(
        'They can become an administrator once they have confirmed their address: anybody may have registered with it.',
      )}
    </p>
  );
}
