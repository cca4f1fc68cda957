import { type ReactNode, useState } from 'react';
import { DeclarationDialog } from '../../../features/declaration/DeclarationDialog.tsx';
import { useAccount } from '../../../features/members/sessions/useAccount.ts';
import { type LivePageData, type PageRequest, PAYING_PATHS } from '../../../shared/page.ts';
import { ServerMarkup } from '../../ui/ServerMarkup.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { useWords } from '../../words.tsx';
import { SandboxNotice } from '../SandboxNotice.tsx';
import { BuyNow } from './BuyNow.tsx';
import { Contact } from './Contact.tsx';
import { Account, Partner, Share, Volunteer } from './dialogs.ts';
import { Navigation } from './Navigation.tsx';
import { SIGNATURES } from './signatures.ts';
import { useDialogAddress } from './useDialogAddress.ts';
import { useStaticLinks } from './useStaticLinks.ts';

/** The parts of the page that the server alone draws; the browser has none of them. */
export interface StaticParts {
  /** Hero, vision, benefits, heritage, testimonials. */
  main: ReactNode;
  callToAction: ReactNode;
  footer: ReactNode;
  /** Of pages outside the start page. */
  header: ReactNode;
}

interface LandingPageProps {
  request: PageRequest;
  data: LivePageData;
  staticParts: StaticParts | undefined;
}

/** The one page of the campaign, with the dialog open that its address names. */
export function LandingPage({ request, data, staticParts }: LandingPageProps) {
  const t = useWords();
  const { open, seen, show, close } = useDialogAddress(request.path);
  const account = useAccount();
  const isHydrated = useHydrated();
  const [signedHere, setSignedHere] = useState(0);
  const signatures = data.signatures + signedHere;
  useStaticLinks((path, opener) => void show(path, opener));

  function sign() {
    setSignedHere(signedHere + 1);
    const sentence = t(SIGNATURES, { count: signatures + 1 });
    for (const place of document.querySelectorAll('[data-signatures]'))
      place.textContent = sentence;
  }

  // On /apply the form comes first.
  const isStartPage = request.path !== '/apply';
  const dialog = (path: typeof open) => ({
    open: open === path,
    onClose: close,
    filled: request.form,
  });
  return (
    <>
      <a className="sr-only btn" href="#main">
        {t('Skip to the content')}
      </a>
      {data.sandbox ? <SandboxNotice /> : null}
      <Navigation
        account={account}
        isStartPage={isStartPage}
        path={request.path}
        onJoin={(link) => void show('/join', link)}
      />
      <DeclarationDialog {...dialog('/sign')} onSigned={sign} signatures={signatures} />
      {open === '/join' ? (
        <noscript>
          <p className="mx-auto max-w-6xl px-5 py-4">
            {t(
              'Joining and logging in need JavaScript. Signing the declaration and writing to us do not.',
            )}
          </p>
        </noscript>
      ) : null}
      {/* Never in the server's markup: nothing in it works without scripts. */}
      {seen.includes('/join') && isHydrated ? (
        <Account.Component
          open={open === '/join'}
          onClose={close}
          returnFocus={menuButton}
          account={account}
        />
      ) : null}
      {seen.includes('/volunteer') ? <Volunteer.Component {...dialog('/volunteer')} /> : null}
      {seen.includes('/partner') ? <Partner.Component {...dialog('/partner')} /> : null}
      {seen.includes('/share') ? (
        <Share.Component open={open === '/share'} onClose={close} publicUrl={data.publicUrl} />
      ) : null}
      <main id="main" tabIndex={-1}>
        {isStartPage ? (
          <ServerMarkup name="main">{staticParts?.main}</ServerMarkup>
        ) : (
          <h1 className="sr-only">{t('Apply for the campaign kit')}</h1>
        )}
        <BuyNow
          plans={data.plans}
          canPay={data.canPay}
          place={{
            isClosed: !PAYING_PATHS.includes(request.path),
            paypalSdkUrl: data.paypalSdkUrl,
          }}
        />
        {isStartPage ? (
          <ServerMarkup name="call-to-action">{staticParts?.callToAction}</ServerMarkup>
        ) : null}
        <Contact filled={request.form} />
      </main>
      <ServerMarkup name="footer">{staticParts?.footer}</ServerMarkup>
    </>
  );
}

/** The menu that is seen now; what opened the dialog may be folded away in it, or gone after logging in. */
const menuButton = () =>
  [...document.querySelectorAll('header summary')].find((menu) => menu.getClientRects().length > 0);
