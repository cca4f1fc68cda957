import { lazy, Suspense } from 'react';
import type { PageData, PageRequest } from '../../../shared/page.ts';
import { DeclarationDialog } from '../../../features/declaration/DeclarationDialog.tsx';
import { useAccount } from '../../../features/members/useAccount.ts';
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
        signatures={data.signatures}
        filled={request.form}
      />
      {open === '/join' ? (
        <Suspense
          fallback={
            <noscript>
              <p className="mx-auto max-w-6xl px-5 py-4">
                {t(
                  'Joining and logging in need JavaScript. Signing the declaration and writing to us do not.',
                )}
              </p>
            </noscript>
          }
        >
          <AccountDialog open onClose={close} account={account} />
        </Suspense>
      ) : null}
      <main id="main">
        <Hero signatures={data.signatures} onSign={() => show('/sign')} />
        <WovenBand />
        <BuyNow plans={data.plans} rails={data.rails} />
        <WovenBand />
        <Contact filled={request.form} />
      </main>
      <Footer year={data.year} onSign={() => show('/sign')} />
    </>
  );
}
