import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Permission } from '../../../shared/access.ts';
import { go, useAddress } from '../../../web/address.ts';
import { PageTabs } from '../../../web/lists/PageTabs.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { NoAccess } from '../../../web/ui/NoAccess.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useOpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { useWords } from '../../../web/words.tsx';
import { type Entry, type Kind, pathBelow, SUBMISSIONS_PATH } from '../kinds/Kind.tsx';
import { KindList } from './KindTab.tsx';
import { RecentSubmissions } from './RecentSubmissions.tsx';
import { SubmissionDetail } from './SubmissionDetail.tsx';
import { SubmissionTiles } from './SubmissionTiles.tsx';
import { type ExportType, summarizeSubmissions } from '../kinds/submissions.contract.ts';
import { useKinds } from '../kinds/useKinds.ts';

export interface SubmissionsTabProps {
  /** What waits for somebody, above the summary. */
  waiting: ReactNode;
  /** A page of another feature, beside the lists. */
  board: { path: string; label: string; permission: Permission; content: ReactNode };
  /** Screens of other features at addresses below this tab, which are no pages of it. */
  below?: Readonly<Record<string, ReactNode>>;
  /** Payments and steps belong to other features: the page says how an application's are shown. */
  applicationExtra: (application: Entry) => ReactNode;
}

/** LIST of the kinds that are a page of this tab; the others have a tab to themselves. */
const PAGES: readonly ExportType[] = [
  'passport-applications',
  'volunteer-submissions',
  'partner-submissions',
];

/** What has come in: the summary, or the list that the address names. */
export function SubmissionsTab({
  waiting,
  board,
  below = {},
  applicationExtra,
}: SubmissionsTabProps) {
  const t = useWords();
  const { path } = useAddress();
  const can = useCan();
  const kinds = useKinds();
  const kind = kinds.find(({ type }) => pathBelow(type) === path);
  // No other kind has payments.
  const extraOf = (entry: Entry) => (entry.payments === undefined ? null : applicationExtra(entry));
  const listOf = (one: Kind) => <KindList key={one.type} kind={one} extraOf={extraOf} />;
  const [applications, ...others] = kinds.filter(({ type }) => PAGES.includes(type));
  const pageOf = (one: Kind) => ({ path: one.path, label: t(one.label), content: listOf(one) });
  const pages = [
    {
      path: SUBMISSIONS_PATH,
      label: t('Overview'),
      content: (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {waiting}
          <Summary kinds={kinds} extraOf={extraOf} />
        </div>
      ),
    },
    ...(applications ? [pageOf(applications)] : []),
    ...(can(board.permission) ? [{ ...board, label: t(board.label) }] : []),
    ...others.map(pageOf),
  ];
  const isPage = pages.some((page) => page.path === path);
  return (
    <>
      <PageTabs label={t('Submissions')} pages={pages} />
      {isPage ? null : kind && kind.path !== path ? (
        <Moved to={kind.path} />
      ) : kind ? (
        listOf(kind)
      ) : path === board.path ? (
        <NoAccess />
      ) : (
        below[path]
      )}
    </>
  );
}

/** A list that has a tab to itself lives there, with what its address asked for. */
function Moved({ to }: { to: string }) {
  useEffect(() => go(to + location.search, { replace: true }), [to]);
  return null;
}

type SummaryProps = { kinds: readonly Kind[]; extraOf: (entry: Entry) => ReactNode };

function Summary({ kinds, extraOf }: SummaryProps) {
  const t = useWords();
  const { data, error, refetch, isFetching } = useQuery(read(summarizeSubmissions));
  const { query } = useAddress();
  const openedKind = kinds.find(({ type }) => type === query.get('kind'));
  const opened = useOpenedRow(openedKind?.list, data && openedKind?.recent(data), ['kind']);

  if (error && !data) {
    return (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The summary could not be loaded. Please try again.')}
      />
    );
  }
  if (!data) return <Loading>{t('Loading the summary...')}</Loading>;
  return (
    <>
      <SubmissionTiles kinds={kinds} countOf={(kind) => kind.count(data)} />
      {kinds.every((kind) => kind.count(data) === 0) ? (
        <EmptyState title={t('No form submissions yet.')} />
      ) : (
        <section className="grid gap-5" aria-labelledby="most-recent">
          <header className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="most-recent" className="text-[1.5rem]">
              {t('Most recent')}
            </h2>
            <Button
              pending={isFetching}
              pendingLabel={t('Refreshing...')}
              onClick={() => void refetch()}
            >
              {t('Refresh')}
            </Button>
          </header>
          <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
            {kinds.map((kind) => (
              <RecentSubmissions
                key={kind.type}
                kind={kind}
                entries={kind.recent(data)}
                onOpen={(entry) => opened.open(entry, { kind: kind.type })}
                openRow={kind === openedKind ? opened.row?.id : undefined}
              />
            ))}
          </div>
        </section>
      )}
      {openedKind ? (
        <SubmissionDetail
          key={openedKind.type}
          kind={openedKind}
          opened={opened}
          extraOf={extraOf}
        />
      ) : null}
    </>
  );
}
