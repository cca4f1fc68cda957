import type { FunctionComponent } from 'react';
import { useAccount } from '../../features/members/sessions/useAccount.ts';
import type { LivePageData, PageRequest } from '../../shared/page.ts';
import { ServerMarkup } from '../ui/ServerMarkup.tsx';
import {
  ApplyPage,
  ContactPage,
  type FormPageProps,
  JoinPage,
  PartnerPage,
  SharePage,
  SignPage,
  VolunteerPage,
} from './FormPages.tsx';
import type { StaticParts } from './landing/LandingPage.tsx';
import { Navigation } from './header/Navigation.tsx';
import { LATE_PAGES } from './lazyPages.ts';
import { SandboxNotice } from './SandboxNotice.tsx';
import { SkipLink } from './SkipLink.tsx';

/** LIST of the pages outside the start page in which something can be done; the server alone draws the others. */
const LIVE_PAGES: Readonly<Record<string, FunctionComponent<FormPageProps> | undefined>> = {
  '/sign': SignPage,
  '/volunteer': VolunteerPage,
  '/partner': PartnerPage,
  '/share': SharePage,
  '/join': JoinPage,
  '/apply': ApplyPage,
  '/contact': ContactPage,
};

export const isLivePage = (path: string) => path in LIVE_PAGES || path in LATE_PAGES;

interface OtherPageProps {
  request: PageRequest;
  data: LivePageData;
  staticParts: StaticParts | undefined;
}

/** A page outside the start page: what is at its address, between the header and footer of all pages. */
export function OtherPage({ request, data, staticParts }: OtherPageProps) {
  const account = useAccount();
  const Live = LIVE_PAGES[request.path];
  const Late = LATE_PAGES[request.path];
  return (
    <>
      <SkipLink />
      {data.sandbox ? <SandboxNotice /> : null}
      <Navigation account={account} path={request.path} />
      <main id="main" tabIndex={-1}>
        {Live ? (
          <Live data={data} filled={request.form} account={account} staticParts={staticParts} />
        ) : Late ? (
          <Late.Component request={request} data={data} />
        ) : (
          <ServerMarkup name="main">{staticParts?.main}</ServerMarkup>
        )}
      </main>
      <ServerMarkup name="footer">{staticParts?.footer}</ServerMarkup>
    </>
  );
}
