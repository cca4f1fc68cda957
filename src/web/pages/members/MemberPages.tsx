import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountWatch } from '../../../features/members/sessions/AccountWatch.tsx';
import { changeSession } from '../../../features/members/sessions/useSession.ts';
import { useAddress } from '../../address.ts';
import { createQueryClient } from '../../queries.ts';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { LazyPage } from '../LazyPage.tsx';
import { memberPageAt } from './memberPages.ts';
import { NotFoundPage } from '../static/NotFoundPage.tsx';
import { SandboxNotice } from '../SandboxNotice.tsx';

/** The documents of those who log in; drawn in the browser, never cached. */
export function MemberPages({ sandbox }: { sandbox: boolean }) {
  const [client] = useState(() => createQueryClient((c) => changeSession(c, null)));
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        {sandbox ? <SandboxNotice /> : null}
        <Page />
        <AccountWatch />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>
  );
}

function Page() {
  const { path } = useAddress();
  const found = memberPageAt(path);
  if (found) return <LazyPage key={found.loading} {...found} />;
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
