import { QueryClientProvider } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { AccountWatch } from '../../../features/members/sessions/AccountWatch.tsx';
import { changeSession, useHeaderAccount } from '../../../features/members/sessions/useSession.ts';
import { useAddress, withQuery } from '../../address.ts';
import { createQueryClient } from '../../queries.ts';
import { SandboxContext } from '../../paused.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { ShortNotice } from '../../ui/KitNotice.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { LinkKeyContext, useLinkKey } from '../account/useLinkKey.ts';
import { Navigation } from '../header/Navigation.tsx';
import { LazyPage } from '../LazyPage.tsx';
import { memberPageAt } from './memberPages.ts';
import { NotFoundPage } from '../static/NotFoundPage.tsx';
import { SandboxNotice } from '../SandboxNotice.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { MemberFrame } from './MemberFrame.tsx';

/** The documents of those who log in; drawn in the browser, never cached. */
export function MemberPages({ sandbox }: { sandbox: boolean }) {
  const [client] = useState(() => createQueryClient((c) => changeSession(c, null)));
  const linkKey = useLinkKey();
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <SkipLink />
        {sandbox ? <SandboxNotice /> : null}
        <SandboxContext value={sandbox}>
          <LinkKeyContext value={linkKey}>
            <Header />
            <Page />
          </LinkKeyContext>
        </SandboxContext>
        <Footer />
        <AccountWatch />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>
  );
}

/** The header of every page; a mailed link's key goes along into the other language. */
function Header() {
  const { path, query } = useAddress();
  const account = useHeaderAccount();
  const linkKey = useContext(LinkKeyContext);
  const address = withQuery(path, Object.fromEntries(query));
  return (
    <>
      <Navigation account={account} path={linkKey ? `${address}#key=${linkKey}` : address} />
      <WovenBand />
    </>
  );
}

function Footer() {
  const t = useWords();
  const href = useHref();
  return (
    <footer className="mx-auto max-w-7xl px-5 pb-8">
      <ShortNotice href={href('/#footer')} link={t('Read the full notice')} />
    </footer>
  );
}

function Page() {
  const { path } = useAddress();
  const found = memberPageAt(path);
  if (found) return <LazyPage key={found.loading} {...found} />;
  return (
    <MemberFrame>
      <NotFoundPage />
    </MemberFrame>
  );
}
