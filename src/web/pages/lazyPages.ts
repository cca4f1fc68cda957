import { APPLICATION_PATH } from '../../features/application/link.rules.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadDialog } from './landing/dialogs.ts';

/** The page of an application: its code comes with no one's start page. */
export const Application = lazyPart(async () => {
  const { ApplicationPage } = await import('../../features/application-status/ApplicationPage.tsx');
  return ApplicationPage;
}, 'application');

/** Fetches what is at an address beside the start page's own code. */
export async function loadPage(path: string): Promise<void> {
  await (path === APPLICATION_PATH ? Application.load() : loadDialog(path));
}
