import type { Role } from '../../../shared/roles.ts';
import { words } from '../../../shared/words.ts';

/** How each role is called. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  // “Owner” alone is who cares for a submission.
  owner: words('Site owner'),
  finance: words('Finance'),
  editor: words('Editor'),
  moderator: words('Moderator'),
  viewer: words('Viewer'),
};
