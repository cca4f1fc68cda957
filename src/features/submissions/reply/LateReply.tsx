import { later } from '../../../web/loading/later.tsx';
import { LateRoom } from '../../../web/loading/LazyPanel.tsx';
import type { ReplyCardProps } from './ReplyCard.tsx';

const Reply = later<ReplyCardProps>(
  async () => (await import('./ReplyCard.tsx')).ReplyCard,
  'reply',
);

/** The card to answer with, whose code comes when a record is opened. */
export const LateReply = (props: ReplyCardProps) => <LateRoom room={Reply} props={props} />;
