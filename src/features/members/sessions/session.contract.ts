import * as z from 'zod/mini';
import { anyone, member, PERMISSIONS, recentMember } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ROLES } from '../../../shared/roles.ts';
import { ById, instant, MessageAnswer } from '../../../shared/schema.ts';
import { User } from '../member.contract.ts';

export const logOut = endpoint({
  name: 'logOut',
  summary: 'End this session; also answers when there is none, 409 to the page of another account',
  method: 'POST',
  path: '/api/auth/logout',
  access: anyone,
  answer: MessageAnswer,
});

export const whoAmI = endpoint({
  name: 'whoAmI',
  summary: 'The logged-in user; 401 when logged out',
  method: 'GET',
  path: '/api/auth/user',
  access: member,
  answer: User,
});

export const showSession = endpoint({
  name: 'showSession',
  summary: 'Who is logged in, what they may do, and whether their password is recent',
  method: 'GET',
  path: '/api/auth/session',
  access: anyone,
  answer: z.object({
    user: z.nullable(User),
    permissions: z.array(z.enum(PERMISSIONS)),
    /** An administrator's; null for a member. */
    role: z.nullable(z.enum(ROLES)),
    /** Whether acts that ask for a recent password are open now. */
    recent: z.boolean(),
    /** Whether they have proved to hold their address. */
    isVerified: z.boolean(),
    /** Whether they have to before they may write to members (MESSAGING_REQUIRES_VERIFIED_EMAIL). */
    mustVerifyEmail: z.boolean(),
    /** Letters that they have not read. */
    unread: z.number(),
    /** An administrator who must set up a second factor before they may do anything (REQUIRE_ADMIN_2FA). */
    mustSetUpSecondFactor: z.boolean(),
  }),
});

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  summary: 'The browsers that are logged in to the account of the caller, the last seen first',
  method: 'GET',
  path: '/api/account/sessions',
  access: member,
  answer: z.array(
    z.object({
      id: z.uuid(),
      /** Written out by `describeDevice` of device.rules. */
      device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
      createdAt: instant,
      lastSeenAt: instant,
      isCurrent: z.boolean(),
    }),
  ),
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'Log one of the own browsers out; for the one that asks, log out instead (409)',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: recentMember,
  params: ById,
  answer: MessageAnswer,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Log every other browser out',
  method: 'POST',
  path: '/api/account/sessions/end-others',
  access: recentMember,
  answer: MessageAnswer,
});
