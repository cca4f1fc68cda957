import { useState } from 'react';
import { type Role, ROLES } from '../../../shared/roles.ts';
import { isolated } from '../../../shared/shown.ts';
import { call } from '../../../web/api.ts';
import { conflictIn } from '../../../web/conflict.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { useWords } from '../../../web/words.tsx';
import { accountName } from './accounts.contract.ts';
import { ROLE_NAMES } from './roles.rules.ts';
import { useAccountAction } from './useAccountAction.ts';
import { type ListedUser, RoleOrNone, setUserRole } from './accounts.contract.ts';
import type { Permission } from '../../../shared/access.ts';
import { words } from '../../../shared/words.ts';

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
  const action = useAccountAction(onDone);
  const [chosen, choose] = useState<string>(user.role ?? NONE);
  // As it was when this was opened, whatever is fetched meanwhile.
  const [seen, setSeen] = useState(user.role);
  const theirs = conflictIn(RoleOrNone, action.error);
  const was = theirs ? theirs.now : seen;
  const role = ROLES.find((one) => one === chosen) ?? null;
  const question = useQuestion({ user, role, isOwn });
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void action.ask(question, () =>
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
          isPending={action.isPending}
          onTakeTheirs={() => {
            choose(theirs.now ?? NONE);
            setSeen(theirs.now);
            action.reset();
          }}
        />
      ) : (
        <ErrorNotice sentence={action.failure} />
      )}
      <RadioGroup
        label={t('Role in the dashboard')}
        name="role"
        value={chosen}
        onChange={choose}
        choices={[
          ...ROLES.map((one) => ({
            value: one,
            label: t(ROLE_NAMES[one]),
            hint: <RoleSummary role={one} />,
          })),
          { value: NONE, label: t('Member'), hint: t('Does not open the dashboard.') },
        ]}
      />
      <div className="actions">
        {theirs ? null : (
          <Button
            type="submit"
            variant="primary"
            pending={action.isPending}
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
      ? t('{name} ({email}) will lose access to the dashboard at once.', who)
      : role === 'owner'
        ? t(
            '{name} ({email}) can then do everything: see all data, change where money is sent and give roles to others.',
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
        {isOwn ? (
          <p>{t('This is your own account. You will lose your current permissions.')}</p>
        ) : null}
        <p>{t('They will need to log in again, and every owner will get an email.')}</p>
      </div>
    ),
    confirmLabel: role ? t('Give the role') : t('Remove access'),
    danger: true,
  };
}

const SUMMARIES: Readonly<Record<Role, string>> = {
  owner: words('Can do everything, and gives roles to others.'),
  finance: words('Confirms payments, enters donations and sends kits.'),
  editor: words('Writes and publishes what the site says and shows.'),
  moderator: words('Answers people, and manages members and signatures.'),
  viewer: words('Sees what is stored, but changes nothing.'),
};

const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  'submissions:read': words('See signatures, messages, offers and applications'),
  'submissions:export': words('Download submissions as CSV'),
  'submissions:triage': words('Manage messages and offers: status, owner, notes'),
  'declarations:invalidate': words('Invalidate signatures or count them again'),
  'applications:fulfil': words('Send kits and print labels'),
  'payments:read': words('See payments, bank statements and the ledger'),
  'payments:confirm': words('Confirm payments and record refunds'),
  'payments:configure': words(
    'Change where money is sent: payment methods, prices, donation links',
  ),
  'users:read': words('See accounts'),
  'users:moderate': words('Suspend members and decide on reports'),
  'users:grant': words('Give roles, create administrators, remove two-step verification'),
  'content:write': words('Write and publish texts and pictures'),
  'mail:read': words('See which emails were sent'),
  'mail:send': words('Send emails, to one person or to many'),
  'mail:configure': words('Set up how emails are sent'),
  'donations:read': words('See donations'),
  'donations:manage': words('Enter donations by hand'),
  'audit:read': words('Read the activity log'),
  'site:configure': words('Pause forms and change the site’s security'),
  'own:change': words('Change their own address and password'),
};

/** What a role is for, in a sentence. */
export function RoleSummary({ role }: { role: Role }) {
  return useWords()(SUMMARIES[role]);
}

/** What a permission allows. */
export function Right({ permission }: { permission: Permission }) {
  return useWords()(PERMISSION_LABELS[permission]);
}
