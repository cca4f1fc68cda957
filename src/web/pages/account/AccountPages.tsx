import { type ComponentType, useContext } from 'react';
import type { ACCOUNT_PATHS } from '../../../shared/page.ts';
import { useAddress } from '../../address.ts';
import { MemberFrame } from '../members/MemberFrame.tsx';
import { NotFoundPage } from '../static/NotFoundPage.tsx';
import { EmailPage } from './EmailPage.tsx';
import { InvitationPage } from './InvitationPage.tsx';
import { MailOffPage } from './MailOffPage.tsx';
import { NotMePage } from './NotMePage.tsx';
import { ResetPage } from './ResetPage.tsx';
import { UnsubscribePage } from './UnsubscribePage.tsx';
import { LinkKeyContext } from './useLinkKey.ts';
import { VerifyPage } from './VerifyPage.tsx';

/** LIST of the pages that links of mails about an account lead to; none needs a login. */
type LinkedPage = ComponentType<{ linkKey: string }>;
const PAGES: Readonly<Record<(typeof ACCOUNT_PATHS)[number], LinkedPage>> = {
  '/account/verify': VerifyPage,
  '/account/reset': ResetPage,
  '/account/email': EmailPage,
  '/account/mail-off': MailOffPage,
  '/account/not-me': NotMePage,
  '/account/invitation': InvitationPage,
  '/account/unsubscribe': UnsubscribePage,
};

/** Where the links of mails about an account lead. */
export function AccountPages() {
  const { path } = useAddress();
  const linkKey = useContext(LinkKeyContext);
  const Page = Object.entries(PAGES).find(([address]) => address === path)?.[1];
  // Another link is another page: nothing of the one before is left.
  if (Page) return <Page key={linkKey} linkKey={linkKey} />;
  return (
    <MemberFrame>
      <NotFoundPage />
    </MemberFrame>
  );
}
