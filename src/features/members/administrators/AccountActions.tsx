import { useState } from 'react';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useWords } from '../../../web/words.tsx';
import { SuspendForm } from './SuspendForm.tsx';
import { type AccountActionProps, useAccountAction } from './useAccountAction.ts';
import { useSession } from '../sessions/useSession.ts';
import { type ListedUser, removeSecondFactor, restoreUser } from './accounts.contract.ts';
import { isolated } from '../../../shared/shown.ts';
import { call } from '../../../web/api.ts';
import { accountName } from './accounts.contract.ts';

const Role = lazyPart(async () => (await import('./RoleForm.tsx')).RoleForm, 'settings');

interface AccountActionsProps {
  user: ListedUser;
  /** Called with whether words are typed that closing would lose. */
  onWords: (isTyped: boolean) => void;
}

/** What an administrator can do about an account; the server has the last word. */
export function AccountActions({ user, onWords }: AccountActionsProps) {
  const [form, setForm] = useState<'suspend' | 'role'>();
  const { data: caller } = useSession();
  const isOwn = caller?.id === user.id;
  const action = useAccountAction();
  const stop = () => {
    onWords(false);
    setForm(undefined);
  };
  const shown = form === 'suspend' && user.suspendedAt ? undefined : form;
  const place = useRestoreFocus(
    `${shown} ${user.suspendedAt} ${user.role} ${user.hasSecondFactor}`,
  );
  return (
    <div ref={place} className="grid gap-3">
      {shown === 'suspend' ? <SuspendForm user={user} onWords={onWords} onDone={stop} /> : null}
      {shown === 'role' ? <LazyPanel part={Role} props={{ user, isOwn, onDone: stop }} /> : null}
      {shown ? null : <Offered user={user} isOwn={isOwn} action={action} onForm={setForm} />}
    </div>
  );
}

interface OfferedProps extends AccountActionProps {
  isOwn: boolean;
  onForm: (form: 'suspend' | 'role') => void;
}

const UNPROVED_ID = 'unproved-address';

function Offered({ user, isOwn, action, onForm }: OfferedProps) {
  const t = useWords();
  const can = useCan();
  const isOpen = !user.suspendedAt;
  const canGrant = can('users:grant');
  // Suspending an administrator needs the permission to change roles too.
  const canSuspend = can('users:moderate') && (canGrant || !user.isAdmin);
  const isUnproved = !user.emailVerifiedAt && !user.isAdmin;
  return (
    <>
      <ErrorNotice sentence={action.failure} />
      {isOwn ? <p className="hint">{t('This is your own account.')}</p> : null}
      <div className="actions">
        {isOpen || !canSuspend ? null : <RestoreButton user={user} action={action} />}
        {isOpen && !isOwn && canSuspend ? (
          <Button variant="danger" onClick={() => onForm('suspend')}>
            {t('Suspend...')}
          </Button>
        ) : null}
        {canGrant && (isOpen || user.isAdmin) ? (
          <Button
            disabled={isUnproved}
            aria-describedby={isUnproved ? UNPROVED_ID : undefined}
            onClick={() => onForm('role')}
          >
            {user.isAdmin ? t('Change the role...') : t('Make administrator...')}
          </Button>
        ) : null}
        {canGrant && user.hasSecondFactor && !isOwn ? (
          <SecondFactorButton user={user} action={action} />
        ) : null}
      </div>
      {canGrant && isOpen && isUnproved ? <UnprovedHint /> : null}
    </>
  );
}

/** Why the button can do nothing for an account whose address is not proved. */
function UnprovedHint() {
  const t = useWords();
  return (
    <p id={UNPROVED_ID} className="hint">
      {t(
        'They can become an administrator once they have confirmed their address. Until then, anyone could have registered with it.',
      )}
    </p>
  );
}

/** Opens an account again that was suspended. */
function RestoreButton({ user, action }: AccountActionProps) {
  const t = useWords();
  const question = {
    title: t('Restore this account?'),
    text: t('{name} will be able to log in again and will get an email.', {
      name: isolated(accountName(user)),
    }),
    confirmLabel: t('Restore'),
  };
  return (
    <Button
      variant="primary"
      pending={action.isPending}
      onClick={() =>
        void action.ask(question, () => call(restoreUser, { params: { id: user.id } }))
      }
    >
      {t('Restore...')}
    </Button>
  );
}

/** Removes the second factor of a member who has lost it. */
function SecondFactorButton({ user, action }: AccountActionProps) {
  const t = useWords();
  const question = {
    title: t('Remove two-step verification from this account?'),
    text: (
      <div className="grid gap-3 [overflow-wrap:anywhere]">
        <p>
          {t(
            '{name} loses the authenticator app, the passkeys and the recovery codes. The password alone is then enough to log in. They are logged out everywhere and get an email.',
            { name: isolated(accountName(user)) },
          )}
        </p>
        <p>
          {t(
            'First check with the account holder, but not by email, that they want this. If someone else set it up, the account holder must choose a new password first.',
          )}
        </p>
      </div>
    ),
    confirmLabel: t('Remove'),
    danger: true,
  };
  return (
    <Button
      pending={action.isPending}
      onClick={() =>
        void action.ask(question, () => call(removeSecondFactor, { params: { id: user.id } }))
      }
    >
      {t('Remove two-step verification...')}
    </Button>
  );
}
