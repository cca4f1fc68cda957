import { lazyPart } from '../loading/lazyPart.tsx';
import type { ConflictProps } from './ConflictNotice.tsx';
import { LazyPanel } from '../loading/LazyPanel.tsx';

const Shown = lazyPart<ConflictProps>(
  async () => (await import('./ConflictNotice.tsx')).ConflictNotice,
  'conflict',
);

/** Someone else has changed what is being changed: theirs beside one’s own. Seldom seen, so its code comes when it is. */
export const Conflict = (props: ConflictProps) => <LazyPanel part={Shown} props={props} />;
