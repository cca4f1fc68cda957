import { lazyPart } from '../loading/lazyPart.tsx';
import type { ConflictProps } from './ConflictNotice.tsx';
import { LazyPanel } from '../loading/LazyPanel.tsx';

const Shown = lazyPart<ConflictProps>(
  async () => (await import('./ConflictNotice.tsx')).ConflictNotice,
  'conflict',
);

/** Someone else has changed what is being changed: shows both versions. It is rare, so its code is loaded only then. */
export const Conflict = (props: ConflictProps) => <LazyPanel part={Shown} props={props} />;
