import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSession } from '../../features/members/useSession.ts';
import { useAddress } from '../address.ts';
import { createQueryClient } from '../queries.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toast.tsx';
import { AdminPage } from './AdminPage.tsx';
import { MessagesPage } from './MessagesPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { SandboxNotice } from './SandboxNotice.tsx';
import { ProfilePage } from './ProfilePage.tsx';

/** The documents of those who log in; drawn in the browser, never cached. */
export function MemberPages({ sandbox }: { sandbox: boolean }) {
  const [client] = useState(() => createQueryClient((c) => changeSession(c, null)));
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        {sandbox ? <SandboxNotice /> : null}
        <Page />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>
  );
}

function Page() {
  const { path } = useAddress();
  if (path === '/profile') return <ProfilePage />;
  if (path === '/messages') return <MessagesPage />;
  if (path === '/admin' || path.startsWith('/admin/')) return <AdminPage />;
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
