import { useState } from 'react';
import { ROLES, type Role } from '../../../shared/roles.ts';
import { isolated } from '../../../shared/shown.ts';
import { call } from '../../../web/api.ts';
import { theirsIn } from '../../../web/theirs.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/ui/Conflict.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../web/ui/RadioGroup.tsx';
import { useWords } from '../../../web/words.tsx';
import { accountName } from '../AccountName.tsx';
import { ROLE_NAMES } from '../roles.rules.ts';
import { useAccountDeed } from '../useAccountDeed.ts';
import { type ListedUser, RoleOrNone, setUserRole } from '../users.contract.ts';
import { RoleGist } from './RoleWords.tsx';

interface RoleFormProps {
  user: ListedUser;
  isOwn: boolean;
  /** It is done, or not wanted any more. */
  onDone: () => void;
}

const NONE = 'member';

/** Gives an account a role, another one, or none any more. */
export function RoleForm({ user, isOwn, onDone }: RoleFormProps) {
  const t = useWords();
  const deed = useAccountDeed({ onDone });
  const [chosen, choose] = useState<string>(user.role ?? NONE);
  // As it was when this was opened, whatever is fetched meanwhile.
  const [seen, setSeen] = useState(user.role);
  const theirs = theirsIn(RoleOrNone, deed.error);
  const was = theirs ? theirs.now : seen;
  const role = ROLES.find((one) => one === chosen) ?? null;
  const question = useQuestion({ user, role, isOwn });
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void deed.ask(question, () =>
          call(setUserRole, { params: { id: user.id }, body: { role, was } }),
        );
      }}
    >
      {theirs ? (
        <Conflict
          saved={[
            {
              label: t('Role in the dashboard'),
              value: theirs.now ? t(ROLE_NAMES[theirs.now]) : t('Member'),
            },
          ]}
          isPending={deed.isPending}
          onTakeTheirs={() => {
            choose(theirs.now ?? NONE);
            setSeen(theirs.now);
            deed.reset();
          }}
        />
      ) : deed.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(deed.failure)}</p>
        </Notice>
      ) : null}
      <RadioGroup
        label={t('Role in the dashboard')}
        name="role"
        value={chosen}
        onChange={choose}
        choices={[
          ...ROLES.map((one) => ({
            value: one,
            label: t(ROLE_NAMES[one]),
            hint: <RoleGist role={one} />,
          })),
          { value: NONE, label: t('Member'), hint: t('Does not open the dashboard.') },
        ]}
      />
      <div className="actions">
        {theirs ? null : (
          <Button
            type="submit"
            variant="primary"
            pending={deed.isPending}
            pendingLabel={t('Saving...')}
            disabled={role === was}
          >
            {t('Save the role')}
          </Button>
        )}
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}

/** What is asked before it is done: whom it is about, and what they can do then. */
function useQuestion({ user, role, isOwn }: Omit<RoleFormProps, 'onDone'> & { role: Role | null }) {
  const t = useWords();
  const who = { name: isolated(accountName(user)), email: user.email };
  const effect =
    role === null
      ? t('{name} ({email}) can no longer open the dashboard, from this moment on.', who)
      : role === 'owner'
        ? t(
            '{name} ({email}) can then do everything: see all data, change where money arrives and give roles to others.',
            who,
          )
        : t('{name} ({email}) can then do what this role allows, and nothing else.', who);
  return {
    title: role
      ? t('Give the role “{role}”?', { role: t(ROLE_NAMES[role]) })
      : t('Remove access to the dashboard?'),
    text: (
      <div className="grid gap-3 [overflow-wrap:anywhere]">
        <p>{effect}</p>
        {isOwn ? <p>{t('This is your own account: you give up what you may do now.')}</p> : null}
        <p>{t('They will need to log in again, and every owner gets a mail.')}</p>
      </div>
    ),
    confirmLabel: role ? t('Give the role') : t('Make a member'),
    danger: true,
  };
}
