import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { type LatePart, loadWords } from '../../../web/locales.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';

interface FetchedRoomProps {
  /** Of its code, unique. */
  name: string;
  load: () => Promise<ComponentType>;
  /** The catalogue with its sentences, where they do not come with the dashboard (scripts/catalogues.ts). */
  part?: LatePart;
}

/** A room of the dashboard whose code is fetched when it is entered; a lost connection is said, with a way to try again. */
export function FetchedRoom({ name, load, part }: FetchedRoomProps) {
  const t = useWords();
  const code = useQuery({
    queryKey: ['code', name],
    queryFn: async () => {
      const [Room] = await Promise.all([load(), part ? loadWords(part) : undefined]);
      return { Room };
    },
  });
  if (code.data) return <code.data.Room />;
  if (code.isFetching) return <Loading>{t('Loading...')}</Loading>;
  return (
    <Notice role="alert" tone="danger">
      <p>{t('This part of the dashboard could not be loaded. Please check your connection.')}</p>
      <Button onClick={() => void code.refetch()}>{t('Try again')}</Button>
    </Notice>
  );
}
