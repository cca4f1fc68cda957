import type { Later } from './later.tsx';
import { useLater } from './useLater.ts';
import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from './Loading.tsx';
import { Notice } from '../ui/Notice.tsx';

type LateRoomProps<P extends object> = { room: Later<P> } & (object extends P
  ? { props?: P }
  : { props: P });

/** A part of the dashboard whose code is fetched when it is wanted; a lost connection is said, with a way to try again. */
export function LateRoom<P extends object>({ room, props }: LateRoomProps<P>) {
  const t = useWords();
  const { isThere, hasFailed, again } = useLater(room);
  if (isThere) return <room.Component {...(props as P)} />;
  if (!hasFailed) return <Loading>{t('Loading...')}</Loading>;
  return (
    <Notice role="alert" tone="danger">
      <p>{t('This part of the dashboard could not be loaded. Please check your connection.')}</p>
      <Button onClick={again}>{t('Try again')}</Button>
    </Notice>
  );
}
