import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { minutes, seconds } from '../../../shared/time.ts';
import { CallError } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { type BatchDetail, readEmailBatch } from '../mailing/batch.contract.ts';

/** While mails leave it is looked at each second, and more seldom the longer nothing has changed. */
const shortestMs = seconds(1);
const longestMs = seconds(15);
/** One that only waits for its hour, or for somebody, changes by another's hand alone. */
const idleMs = minutes(0.5);

/** When to look again, `quietMs` after something last changed; false when nothing changes any more. */
export function nextLookAt(state: BatchDetail['state'], quietMs: number): number | false {
  if (state === 'done' || state === 'cancelled') return false;
  if (state !== 'running') return idleMs;
  return Math.min(longestMs, Math.max(shortestMs, quietMs / 2));
}

/** One batch, live for as long as it is looked at. */
export function useBatch(id: string) {
  const seen = useRef({ as: '', at: 0 });
  return useQuery({
    ...read(readEmailBatch, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof CallError && error.status < 500) return false;
      if (!data) return longestMs;
      const as = JSON.stringify([data.state, data.counts]);
      if (seen.current.as !== as) seen.current = { as, at: Date.now() };
      return nextLookAt(data.state, Date.now() - seen.current.at);
    },
  });
}
