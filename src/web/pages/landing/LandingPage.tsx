import { type ReactNode, useState } from 'react';
import { DeclarationDialog } from '../../../features/declaration/DeclarationDialog.tsx';
import { useAccount } from '../../../features/members/sessions/useAccount.ts';
import type { LivePageData } from '../../../shared/page.ts';
import { ServerMarkup } from '../../ui/ServerMarkup.tsx';
import { useWords } from '../../words.tsx';
import { SandboxNotice } from '../SandboxNotice.tsx';
import { Apply } from '../lazyPages.ts';
import { SkipLink } from '../SkipLink.tsx';
import { Contact } from './Contact.tsx';
import { Account, Partner, Share, Volunteer } from './dialogs.ts';
import { menuButton, Navigation } from '../header/Navigation.tsx';
import { QuickSignErrors } from './hero/QuickSignErrors.tsx';
import { SIGNATURES } from './signatures.ts';
import { useDialogAddress } from './useDialogAddress.ts';
import { useStaticLinks } from './useStaticLinks.ts';

/** The parts of a page that the server alone draws; the browser has none of them. */
export interface StaticParts {
  /** Of the start page: hero, vision, benefits, heritage, testimonials. Of one that only says something: all of it. */
  main?: ReactNode;
  callToAction?: ReactNode;
  /** The words that are signed, in the dialog and on the page to sign. */
  declaration?: ReactNode;
  footer: ReactNode;
}

interface LandingPageProps {
  data: LivePageData;
  staticParts: StaticParts | undefined;
}

/** The start page; its links open dialogs over it, whose addresses are pages of their own. */
export function LandingPage({ data, staticParts }: LandingPageProps) {
  const t = useWords();
  const { open, seen, show, close } = useDialogAddress();
  const account = useAccount();
  const [signedHere, setSignedHere] = useState(0);
  const [shareCode, setShareCode] = useState<string>();
  const isToConfirm = data.confirmsSignatures;
  // One that is not confirmed is not counted.
  const signatures = data.signatures + (isToConfirm ? 0 : signedHere);
  useStaticLinks((path, opener) => void show(path, opener));

  function sign(code: string) {
    setSignedHere(signedHere + 1);
    setShareCode(code);
    const counted = t(SIGNATURES, { count: signatures + 1 });
    for (const place of document.querySelectorAll<HTMLElement>('[data-signatures]'))
      place.textContent = place.dataset.signatures || counted;
  }

  const dialog = (path: typeof open) => ({
    open: open === path,
    onClose: close,
    filled: undefined,
  });
  return (
    <>
      <SkipLink />
      {data.sandbox ? <SandboxNotice /> : null}
      <Navigation account={account} path="/" onJoin={(link) => void show('/join', link)} />
      <main id="main" tabIndex={-1}>
        <ServerMarkup name="main">{staticParts?.main}</ServerMarkup>
        <QuickSignErrors />
        <Apply.Component
          plans={data.plans}
          waysToPay={data.waysToPay}
          paypalSdkUrl={data.paypalSdkUrl}
        />
        <ServerMarkup name="call-to-action">{staticParts?.callToAction}</ServerMarkup>
        <Contact filled={undefined} />
      </main>
      <ServerMarkup name="footer">{staticParts?.footer}</ServerMarkup>
      <DeclarationDialog
        {...dialog('/sign')}
        onSigned={sign}
        publicUrl={data.publicUrl}
        signatures={signatures}
        isToConfirm={isToConfirm}
      >
        <ServerMarkup name="declaration">{staticParts?.declaration}</ServerMarkup>
      </DeclarationDialog>
      {seen.includes('/join') ? (
        <Account.Component
          isForNew
          open={open === '/join'}
          onClose={close}
          returnFocus={menuButton}
          account={account}
        />
      ) : null}
      {seen.includes('/volunteer') ? <Volunteer.Component {...dialog('/volunteer')} /> : null}
      {seen.includes('/partner') ? <Partner.Component {...dialog('/partner')} /> : null}
      {seen.includes('/share') ? (
        <Share.Component
          open={open === '/share'}
          onClose={close}
          publicUrl={data.publicUrl}
          shareCode={shareCode}
        />
      ) : null}
    </>
  );
}
