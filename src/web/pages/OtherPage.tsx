import type { FunctionComponent } from 'react';
import { APPLICATION_PATH } from '../../features/application/link.rules.ts';
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
import { Application } from './lazyPages.ts';
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
  [APPLICATION_PATH]: ({ data }) => <Application.Component data={data} />,
};

export const isLivePage = (path: string) => Object.hasOwn(LIVE_PAGES, path);

interface OtherPageProps {
  request: PageRequest;
  data: LivePageData;
  staticParts: StaticParts | undefined;
}

/** A page outside the start page: what is at its address, between the header and footer of all pages. */
export function OtherPage({ request, data, staticParts }: OtherPageProps) {
  const account = useAccount();
  const Live = LIVE_PAGES[request.path];
  return (
    <>
      <SkipLink />
      {data.sandbox ? <SandboxNotice /> : null}
      <Navigation account={account} path={request.path} />
      <main id="main" tabIndex={-1}>
        {Live ? (
          <Live data={data} filled={request.form} account={account} staticParts={staticParts} />
        ) : (
          <ServerMarkup name="main">{staticParts?.main}</ServerMarkup>
        )}
      </main>
      <ServerMarkup name="footer">{staticParts?.footer}</ServerMarkup>
    </>
  );
}
