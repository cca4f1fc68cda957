import type pg from 'pg';
import { type App, inboxOf } from '../../testing/app.ts';
import { until } from '../../testing/workspace.ts';
import { type Browser, type Member, PASSWORD } from './people.ts';

/** Everyone who can end a session, and where. */
export interface Scene {
  /** The instance at which it is ended; the session is looked at on the other one. */
  here: App;
  member: Member;
  /** Another browser in which the member is logged in. */
  second: Browser;
  admin: Browser;
  client: pg.Client;
  dataDir: string;
}

export interface Ending {
  /** Prepares the operation; the sessions are begun anew afterwards. */
  prepare?(scene: Scene): Promise<void>;
  operation(scene: Scene): Promise<unknown>;
  /** Whether the second browser stays logged in. */
  sparesSecond: boolean;
}

const newPassword = 'another one, quite as long 88';

const giveRole = ({ admin, here, member }: Scene, role: 'owner' | null) =>
  admin.demand(here, {
    method: 'PUT',
    path: `/api/admin/users/${member.id}/role`,
    body: { role, was: role ? null : 'owner' },
  });

/** Each way in which the session of a member's first browser ends. */
export const ENDINGS: Readonly<Record<string, Ending>> = {
  'log-out': {
    operation: ({ member, here }) => member.browser.demand(here, { path: '/api/auth/logout' }),
    sparesSecond: true,
  },
  'one browser logged out by another': {
    async operation({ second, here }) {
      const path = '/api/account/sessions';
      const list = await second.demand<{ id: string; isCurrent: boolean }[]>(here, {
        method: 'GET',
        path,
      });
      for (const { id, isCurrent } of list)
        if (!isCurrent) await second.demand(here, { method: 'DELETE', path: `${path}/${id}` });
    },
    sparesSecond: true,
  },
  'every other browser logged out': {
    operation: ({ second, here }) =>
      second.demand(here, { path: '/api/account/sessions/end-others' }),
    sparesSecond: true,
  },
  'password changed': {
    operation: ({ second, here }) =>
      second.demand(here, {
        method: 'PUT',
        path: '/api/account/password',
        body: { currentPassword: PASSWORD, newPassword },
      }),
    sparesSecond: true,
  },
  'password reset': {
    operation: async ({ second, here, member, dataDir }) => {
      await second.demand(here, { path: '/api/auth/reset', body: { email: member.email } });
      const token = await resetTokenOf(dataDir, member.email);
      await second.demand(here, {
        path: '/api/auth/reset/finish',
        body: { token, password: newPassword },
      });
    },
    sparesSecond: false,
  },
  'account suspended': {
    operation: ({ admin, here, member }) =>
      admin.demand(here, {
        path: `/api/admin/users/${member.id}/suspend`,
        body: { reason: 'Advertisements.' },
      }),
    sparesSecond: false,
  },
  'account deleted': {
    operation: ({ second, here }) =>
      second.demand(here, { path: '/api/account/delete', body: { password: PASSWORD } }),
    sparesSecond: false,
  },
  'administrator dismissed': {
    prepare: (scene) => giveRole(scene, 'owner').then(() => undefined),
    operation: (scene) => giveRole(scene, null),
    sparesSecond: false,
  },
  'row deleted by hand': {
    operation: ({ client, member }) =>
      client.query('delete from sessions where user_id = $1', [member.id]),
    sparesSecond: false,
  },
};

/** The key in the link that was mailed. */
const resetTokenOf = (dataDir: string, email: string) =>
  until(async () => {
    const mails = (await (await fetch(`${inboxOf(dataDir)}/messages`)).json()) as {
      to: unknown;
      text: string;
    }[];
    const links = mails
      .filter(({ to }) => JSON.stringify(to).includes(`${email}"`))
      .map(({ text }) => /\/account\/reset[^#]*#key=([\w.-]+)/.exec(text)?.[1]);
    const token = links.find(Boolean);
    if (!token) throw new Error(`No link for a new password came to ${email}.`);
    return token;
  }, 10_000);
