import type { ReactNode } from 'react';
import { sentenceOf, callWithHeaders, nextCursor } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../../shared/endpoint.ts';

interface FetchedListProps {
  pages: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** Said when the server gives no sentence of its own. */
  failure: string;
  children: ReactNode;
}

/** What was fetched, what is said until then, and a way on when it did not come; what is there stays. */
export function FetchedList({ pages, failure, children }: FetchedListProps) {
  const t = useWords();
  return (
    <>
      {pages.isPending ? <Loading>{t('Loading messages...')}</Loading> : null}
      {pages.error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(pages.error, failure))}</p>
          <Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {children}
    </>
  );
}

interface Asked {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A list that goes on behind a cursor, page after page; `answers` are those fetched so far, newest first. */
export function usePages<P extends $ZodType, B extends $ZodType, A extends $ZodType>(
  list: Endpoint<P, $ZodType<Asked>, B, A>,
  params?: output<P>,
) {
  const query = useInfiniteQuery({
    queryKey: [list.name, { params }],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { params, query: { cursor: pageParam || undefined }, signal };
      const { answer, headers } = await callWithHeaders(list, asked as never);
      return { answer, next: nextCursor(headers) };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  return { ...query, answers: query.data?.pages.map((page) => page.answer) };
}
