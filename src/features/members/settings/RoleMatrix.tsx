import { PERMISSIONS } from '../../../shared/access.ts';
import { permissionsOf, ROLES, type Role, rolesWith } from '../../../shared/roles.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Mark } from '../../../web/ui/Tooltip.tsx';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { USERS_PATH } from './paths.rules.ts';
import { Right, RoleSummary } from '../administrators/RoleForm.tsx';

/** The permissions of each role: a table where there is room for one, on a phone one list for each role. */
export function RoleMatrix() {
  const t = useWords();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="roles">
      <h2 id="roles" className="text-[1.25rem]">
        {t('What each role can do')}
      </h2>
      <p className="max-w-prose">
        {t(
          'Only owners can both confirm payments and change where money is sent. Owners give and remove roles in the Users tab. A change takes effect at once, on all of that person’s devices.',
        )}
      </p>
      <IfCan permission="users:grant">
        <p>
          <Button {...linkTo(withQuery(USERS_PATH, { status: 'admin' }))}>
            {t('Give or remove a role')}
          </Button>
        </p>
      </IfCan>
      <div className="hidden md:block">
        <Table />
      </div>
      <div className="grid edged-t border-rule md:hidden">
        {ROLES.map((role) => (
          <RoleList key={role} role={role} />
        ))}
      </div>
    </section>
  );
}

function Table() {
  const t = useWords();
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{t('What each role can do')}</caption>
      <thead>
        <tr className="edged-b border-rule">
          <th scope="col" className="py-2 text-start bold">
            {t('Permission')}
          </th>
          {ROLES.map((role) => (
            <th key={role} scope="col" className="px-2 py-2 text-center bold">
              {t(ROLE_NAMES[role])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PERMISSIONS.map((permission) => (
          <tr key={permission} className="edged-b border-rule">
            <th scope="row" className="py-2 pe-4 text-start font-normal">
              <Right permission={permission} />
            </th>
            {ROLES.map((role) => (
              <td key={role} className="px-2 py-2 text-center">
                <IsHeld isHeld={rolesWith(permission).includes(role)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function IsHeld({ isHeld }: { isHeld: boolean }) {
  const t = useWords();
  return (
    <Mark
      text={isHeld ? t('Yes') : t('No')}
      className={`flex justify-center ${isHeld ? 'text-success' : 'text-muted'}`}
    >
      {isHeld ? <Icon name="check" /> : '–'}
    </Mark>
  );
}

function RoleList({ role }: { role: Role }) {
  const t = useWords();
  return (
    <details className="edged-b border-rule py-3">
      <summary className="cursor-pointer py-2">
        <span className="bold">{t(ROLE_NAMES[role])}</span>
        <span className="block hint">
          <RoleSummary role={role} />
        </span>
      </summary>
      <ul className="grid gap-2 py-2">
        {permissionsOf(role).map((permission) => (
          <li key={permission} className="flex items-start gap-2">
            <span aria-hidden="true" className="shrink-0 pt-1 text-success">
              <Icon name="check" />
            </span>
            <Right permission={permission} />
          </li>
        ))}
      </ul>
    </details>
  );
}
