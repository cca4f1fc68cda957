import { words } from '../../../shared/words.ts';
import { type LazyPart, lazyPart } from '../../loading/lazyPart.tsx';

/** A document of those who log in, as a file of its own: no one fetches the dashboard to read a message. */
interface MemberPage {
  /** Said while it is on its way (specification §2). */
  loading: string;
  page: LazyPart<object>;
}

/** LIST of the members' documents by the first part of their address. */
const MEMBER_PAGES: Readonly<Record<string, MemberPage>> = {
  profile: {
    loading: words('Loading profile...'),
    page: lazyPart(async () => (await import('./ProfilePage.tsx')).ProfilePage, 'profile'),
  },
  messages: {
    loading: words('Loading messages...'),
    page: lazyPart(async () => (await import('./MessagesPage.tsx')).MessagesPage, 'messages'),
  },
  account: {
    loading: words('Loading your account...'),
    page: lazyPart(
      async () => (await import('../account/AccountPages.tsx')).AccountPages,
      'account',
    ),
  },
  admin: {
    loading: words('Loading the dashboard...'),
    page: lazyPart(async () => (await import('../dashboard/AdminPage.tsx')).AdminPage, 'admin'),
  },
};

/** The page at an address below one of the list's; undefined for other addresses. */
export function memberPageAt(path: string): MemberPage | undefined {
  const [, name = ''] = path.split('/');
  return Object.hasOwn(MEMBER_PAGES, name) ? MEMBER_PAGES[name] : undefined;
}
