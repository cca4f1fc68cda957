import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { go, useAddress, withQuery } from '../../web/address.ts';
import type { Entry, Kind } from './Kind.tsx';

/**
 * The entry that the address opens (`?open=<id>`, where several kinds are shown `kind=<type>` too), so that
 * a reload keeps it, a link leads to it and Back closes it. One that is not among those shown is asked for.
 */
export function useOpened(kind: Kind | undefined, shown: readonly Entry[] | undefined) {
  const { path, query } = useAddress();
  const id = query.get('open') ?? undefined;
  const known = shown?.find((entry) => entry.id === id);
  const asked = useQuery({
    queryKey: [kind?.type, 'opened', id],
    queryFn: async ({ signal }) =>
      (await kind?.fetchPage({ id, limit: 1 }, signal))?.entries[0] ?? null,
    enabled: kind !== undefined && id !== undefined && shown !== undefined && !known,
  });
  // Whether Back leads to the same page with nothing opened.
  const isStep = useRef(false);
  const others = Object.fromEntries(
    [...query].filter(([name]) => !['open', 'kind'].includes(name)),
  );

  return {
    id,
    entry: id === undefined ? undefined : (known ?? asked.data ?? undefined),
    /** The address opens something that does not exist, or not any more. */
    isMissing: id !== undefined && !known && (asked.data === null || asked.isError),
    open(entry: Entry, of?: Kind) {
      isStep.current = true;
      go(withQuery(path, { ...others, kind: of?.type, open: entry.id }));
    },
    close() {
      if (isStep.current) history.back();
      else go(withQuery(path, others), { replace: true });
      isStep.current = false;
    },
  };
}
