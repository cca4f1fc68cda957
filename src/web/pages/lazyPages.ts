import { APPLICATION_PATH } from '../../features/application/link.rules.ts';
import { deferredPart } from '../loading/deferredPart.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadDialog } from './landing/dialogs.ts';

/** The page of an application: its code comes with no one's start page. */
export const Application = lazyPart(async () => {
  const { ApplicationPage } = await import('../../features/application-status/ApplicationPage.tsx');
  return ApplicationPage;
}, 'application');

/** The form to apply: most visitors of the start page never touch it. */
export const Apply = deferredPart(async () => {
  const { BuyNow } = await import('./landing/BuyNow.tsx');
  return BuyNow;
}, 'apply');

/** Fetches what is at an address beside the start page's own code. */
export async function loadPage(path: string): Promise<void> {
  if (path === APPLICATION_PATH) await Application.load();
  else if (path === '/apply') await Apply.load();
  else await loadDialog(path);
}
