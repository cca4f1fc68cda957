import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import type { ReplyCardProps } from './ReplyCard.tsx';

const Reply = lazyPart<ReplyCardProps>(
  async () => (await import('./ReplyCard.tsx')).ReplyCard,
  'reply',
);

/** The card to answer with, whose code comes when a record is opened. */
export const LateReply = (props: ReplyCardProps) => <LazyPanel part={Reply} props={props} />;
