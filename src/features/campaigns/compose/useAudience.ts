import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../web/api.ts';
import { errorsOf } from '../../../shared/form.ts';
import { Audience, readAudience } from '../audience/audience.contract.ts';
import type { Audience as AudienceRules } from '../audience/audience.rules.ts';

/** People of one page: the list shows three or four of them at a time. */
const pageSize = 100;

/** Whom a mail could go to, page by page. The people shown stay until the next answer is there. */
export function useAudience(audience: AudienceRules, search: string) {
  const errors = errorsOf(Audience, audience);
  const pages = useInfiniteQuery({
    queryKey: [readAudience.name, audience, search],
    queryFn: ({ pageParam, signal }) =>
      call(readAudience, {
        query: { ...audience, search, after: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: Object.keys(errors).length === 0,
    placeholderData: keepPreviousData,
    // People sign all the time.
    refetchOnMount: 'always',
  });
  const newest = pages.data?.pages[0];
  return {
    ...pages,
    /** What is wrong with the audience, by field; then nobody is looked for. */
    errors,
    people: pages.data?.pages.flatMap(({ recipients }) => recipients),
    count: newest?.count ?? 0,
    suppressed: newest?.suppressed ?? 0,
    unasked: newest?.unasked ?? 0,
    /** False while the numbers are those of another audience. */
    isKnown: pages.isSuccess && !pages.isPlaceholderData,
  };
}

export type AudiencePages = ReturnType<typeof useAudience>;
