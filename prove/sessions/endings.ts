import { accountsOf } from '../../src/features/members/testing.accounts.ts';
import type { Site, Visitor } from '../../src/server/testing.ts';
import type { Figures } from '../figures.part.ts';
import {
  administrator,
  demand,
  isAlive,
  join,
  keyOf,
  logIn,
  type Person,
  resetKey,
} from './browsers.ts';

interface Victim {
  person: Person;
  /** The browser that acts. */
  browser: Visitor;
  /** Copies of its cookie and of those of the other browsers, as a attacker has them. */
  own: string;
  others: string[];
}

export async function proveEndings(site: Site, figures: Figures, copies: number): Promise<void> {
  const admin = await administrator(site);
  const accounts = accountsOf(site);
  const asAdmin = async (operation: 'suspend' | 'promote' | 'demote', id: string) => {
    // Their cookie is a minute old at most: what asks for a recent password is not what is proved here.
    const { browser } = await logIn(site, admin.person);
    if (operation === 'suspend')
      return demand(browser.post(`/api/admin/users/${id}/suspend`, { reason: 'Sold phones.' }));
    const role = operation === 'promote' ? 'owner' : null;
    return demand(browser.put(`/api/admin/users/${id}/role`, { role, was: role ? null : 'owner' }));
  };
  /** The browsers that must be logged out after the action. */
  const endings: Record<
    string,
    { all: boolean; own: boolean; operation(of: Victim): Promise<unknown> }
  > = {
    'logging out': {
      all: false,
      own: true,
      operation: ({ browser }) => demand(browser.post('/api/auth/logout')),
    },
    'logging the others out': {
      all: true,
      own: false,
      operation: ({ browser }) => demand(browser.post('/api/account/sessions/end-others')),
    },
    'a new password': {
      all: true,
      own: true,
      operation: ({ browser, person: { password } }) =>
        demand(
          browser.put('/api/account/password', {
            currentPassword: password,
            newPassword: `${password} anew`,
          }),
        ),
    },
    'a password by mail': {
      all: true,
      own: true,
      async operation({ person }) {
        const token = await resetKey(site, person);
        const body = { token, password: `${person.password} anew` };
        await demand(site.visitor().post('/api/auth/reset/finish', body));
      },
    },
    suspension: { all: true, own: true, operation: ({ person }) => asAdmin('suspend', person.id) },
    'becoming an administrator': {
      all: true,
      own: true,
      async operation({ person }) {
        await accounts.change(person.id, { emailVerifiedAt: new Date() });
        await asAdmin('promote', person.id);
      },
    },
    'being an administrator no longer': {
      all: true,
      own: true,
      async operation({ person }) {
        await accounts.change(person.id, { isAdmin: true });
        await asAdmin('demote', person.id);
      },
    },
    'deleting the account': {
      all: true,
      own: true,
      operation: ({ browser, person: { password } }) =>
        demand(browser.post('/api/account/delete', { password })),
    },
  };
  for (const [what, { all, own, operation }] of Object.entries(endings)) {
    const { browser, person } = await join(site);
    const victim: Victim = { browser, person, own: keyOf(browser), others: [] };
    while (victim.others.length < copies)
      victim.others.push(keyOf((await logIn(site, person)).browser));
    const bystander = keyOf((await join(site)).browser);
    for (const key of [victim.own, ...victim.others])
      if (!(await isAlive(site, key))) throw new Error(`Before ${what} somebody was out already.`);
    await operation(victim);
    const alive = async (keys: string[]) =>
      (await Promise.all(keys.map((key) => isAlive(site, key)))).filter(Boolean).length;
    const left = [await alive([victim.own]), await alive(victim.others), await alive([bystander])];
    const must = [own ? 0 : 1, all ? 0 : copies, 1];
    const holds = left.join() === must.join();
    figures.add(
      `${what}: left of this browser’s copy, the others, somebody else’s`,
      left.join(' / '),
      must.join(' / '),
      holds,
    );
  }
}
