import { lazy, Suspense, useState } from 'react';
import type { PageData, PageRequest } from '../../../shared/page.ts';
import { DeclarationDialog } from '../../../features/declaration/DeclarationDialog.tsx';
import { useAccount } from '../../../features/members/useAccount.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { useWords } from '../../words.tsx';
import { SandboxNotice } from '../SandboxNotice.tsx';
import { BuyNow } from './BuyNow.tsx';
import { Contact } from './Contact.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import { Navigation } from './Navigation.tsx';
import { useDialogAddress } from './useDialogAddress.ts';

// Fetched when somebody wants in: it needs the script anyway.
const AccountDialog = lazy(() =>
  import('../../../features/members/AccountDialog.tsx').then((m) => ({ default: m.AccountDialog })),
);

/** The one page of the campaign, with the dialog open that its address names. */
export function LandingPage({ request, data }: { request: PageRequest; data: PageData }) {
  const t = useWords();
  const { open, show, close } = useDialogAddress(request.path);
  const account = useAccount();
  const isHydrated = useHydrated();
  const [signedHere, setSignedHere] = useState(0);
  const signatures = data.signatures + signedHere;
  return (
    <>
      <a className="sr-only btn" href="#main">
        {t('Skip to the content')}
      </a>
      {data.sandbox ? <SandboxNotice /> : null}
      <Navigation account={account} onJoin={() => show('/join')} />
      <DeclarationDialog
        open={open === '/sign'}
        onClose={close}
        onSigned={() => setSignedHere(signedHere + 1)}
        signatures={signatures}
        filled={request.form}
      />
      {open === '/join' ? (
        <noscript>
          <p className="mx-auto max-w-6xl px-5 py-4">
            {t(
              'Joining and logging in need JavaScript. Signing the declaration and writing to us do not.',
            )}
          </p>
        </noscript>
      ) : null}
      {/* Never in the server's markup: whether its code is there already differs between the sides. */}
      {open === '/join' && isHydrated ? (
        <Suspense>
          <AccountDialog open onClose={close} returnFocus={menuButton} account={account} />
        </Suspense>
      ) : null}
      <main id="main" tabIndex={-1}>
        <Hero signatures={signatures} onSign={() => show('/sign')} />
        <WovenBand />
        <BuyNow plans={data.plans} />
        <WovenBand />
        <Contact filled={request.form} />
      </main>
      <Footer year={data.year} onSign={() => show('/sign')} />
    </>
  );
}

/** The menu that is seen now; what opened the dialog may be folded away in it, or gone after logging in. */
const menuButton = () =>
  [...document.querySelectorAll('header summary')].find((menu) => menu.getClientRects().length > 0);
