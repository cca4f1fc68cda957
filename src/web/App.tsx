import type { PageData, PageRequest } from '../shared/page.ts';
import { LandingPage } from './pages/landing/LandingPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { SandboxNotice } from './pages/SandboxNotice.tsx';
import { ThanksPage } from './pages/ThanksPage.tsx';
import { ConfirmProvider } from './ui/confirm.tsx';
import { Toaster } from './ui/toast.tsx';

const LANDING = new Set(['/', '/sign', '/apply', '/join', '/contact']);

/** The public pages. */
export function App({ request, data }: { request: PageRequest; data: PageData }) {
  return (
    <ConfirmProvider>
      {data.sandbox && !LANDING.has(request.path) ? <SandboxNotice /> : null}
      <Page request={request} data={data} />
      <Toaster />
    </ConfirmProvider>
  );
}

function Page({ request, data }: { request: PageRequest; data: PageData }) {
  if (LANDING.has(request.path)) return <LandingPage request={request} data={data} />;
  if (request.path === '/thanks/declaration') return <ThanksPage deed="declaration" />;
  if (request.path === '/thanks/contact') return <ThanksPage deed="contact" />;
  return <NotFoundPage />;
}
