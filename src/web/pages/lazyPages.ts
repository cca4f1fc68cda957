import { APPLICATION_PATH } from '../../features/application/link.rules.ts';
import {
  SIGNATURE_PAGE,
  THANKS_PAGE,
  WITHDRAW_PAGE,
} from '../../features/declaration/paths.rules.ts';
import type { LivePageData, PageRequest } from '../../shared/page.ts';
import { deferredPart } from '../loading/deferredPart.tsx';
import { type LazyPart, lazyPart } from '../loading/lazyPart.tsx';
import { loadDialog } from './landing/dialogs.ts';

interface LatePageProps {
  request: PageRequest;
  data: LivePageData;
}

const Application = lazyPart<LatePageProps>(async () => {
  const { ApplicationPage } = await import('../../features/application-status/ApplicationPage.tsx');
  return ApplicationPage;
}, 'application');

/** The form to apply: most visitors of the start page never touch it. */
export const Apply = deferredPart(async () => {
  const { BuyNow } = await import('./landing/BuyNow.tsx');
  return BuyNow;
}, 'apply');

const Signature = lazyPart(async () => {
  const { SignaturePage } = await import('../../features/declaration/SignaturePage.tsx');
  return SignaturePage;
}, 'dialogs');

/** LIST of the pages whose code comes with no one's start page. */
export const LATE_PAGES: Readonly<Record<string, LazyPart<LatePageProps> | undefined>> = {
  [APPLICATION_PATH]: Application,
  [SIGNATURE_PAGE]: Signature,
  [WITHDRAW_PAGE]: Signature,
  [THANKS_PAGE]: Signature,
};

/** Fetches what is at an address beside the start page's own code. */
export async function loadPage(path: string): Promise<void> {
  if (path === '/apply') await Apply.load();
  else await (LATE_PAGES[path] ? LATE_PAGES[path].load() : loadDialog(path));
}
