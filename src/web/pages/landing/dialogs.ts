import { lazyPart } from '../../loading/lazyPart.tsx';

/** Dialogs whose code is fetched when someone wants them; the declaration comes with the page. */
export const Account = lazyPart(async () => {
  const { AccountDialog } = await import(
    '../../../features/members/registration/AccountDialog.tsx'
  );
  return AccountDialog;
}, 'dialogs');
/** Beside that dialog where it is a page. */
export const Membership = lazyPart(async () => {
  const part = await import('../../../features/members/registration/Membership.tsx');
  return part.Membership;
}, 'dialogs');
export const Volunteer = lazyPart(async () => {
  const { VolunteerDialog } = await import('../../../features/volunteer/VolunteerDialog.tsx');
  return VolunteerDialog;
}, 'dialogs');
export const Partner = lazyPart(async () => {
  const { PartnerDialog } = await import('../../../features/partner/PartnerDialog.tsx');
  return PartnerDialog;
}, 'dialogs');
export const Share = lazyPart(async () => {
  const { ShareDialog } = await import('./ShareDialog.tsx');
  return ShareDialog;
}, 'dialogs');

/** LIST of the dialogs that are addresses too: a link of the start page opens them over it, Back closes them, and their addresses are pages. */
const LOADERS = {
  '/sign': async () => {},
  '/join': async () => {
    await Promise.all([Account.load(), Membership.load()]);
  },
  '/volunteer': Volunteer.load,
  '/partner': Partner.load,
  '/share': Share.load,
} as const;
export type DialogPath = keyof typeof LOADERS;

export const isDialog = (path: string): path is DialogPath => Object.hasOwn(LOADERS, path);

/** Fetches what the dialog at an address needs; nothing for other addresses. */
export async function loadDialog(path: string): Promise<void> {
  if (isDialog(path)) await LOADERS[path]();
}
