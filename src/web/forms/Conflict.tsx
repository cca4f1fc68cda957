import { later } from '../loading/later.tsx';
import type { ConflictProps } from './ConflictNotice.tsx';
import { LateRoom } from '../loading/LazyPanel.tsx';

const Shown = later<ConflictProps>(
  async () => (await import('./ConflictNotice.tsx')).ConflictNotice,
  'conflict',
);

/** Somebody else has changed what is being changed: theirs beside one’s own. Seldom seen, so its code comes when it is. */
export const Conflict = (props: ConflictProps) => <LateRoom room={Shown} props={props} />;
