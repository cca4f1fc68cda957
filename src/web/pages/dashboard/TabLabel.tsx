import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readOverview } from '../../../features/submissions/overview/overview.contract.ts';
import { useAddress } from '../../address.ts';
import { useCan } from '../../permissions.tsx';
import { read } from '../../queries.ts';
import { useWords } from '../../words.tsx';
import type { DashboardTab } from './dashboardTabs.tsx';

/**
 * How many things wait for someone in a tab; 0 until it is known, and where the reader may not know. Counted again
 * with each page that is opened.
 */
export function useWaitingCounts(): (tab: DashboardTab) => number {
  const can = useCan();
  const { path } = useAddress();
  const client = useQueryClient();
  const { data } = useQuery({ ...read(readOverview), enabled: can('submissions:read') });
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [readOverview.name] });
  }, [client, path]);
  return ({ waiting = [] }) =>
    (data?.waiting ?? [])
      .filter(({ kind }) => waiting.includes(kind))
      .reduce((sum, { count }) => sum + count, 0);
}

/** A drawing 18 units wide and high, as of the tabs. */
export const TabIcon = ({ path }: { path: string }) => (
  <svg
    aria-hidden="true"
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
  >
    <path d={path} />
  </svg>
);

interface TabLabelProps {
  tab: DashboardTab;
  count: number;
}

/** A tab of the dashboard: its drawing, its name, and how much waits there. The overview lists what waits in words. */
export function TabLabel({ tab: { icon, label, isInBar }, count }: TabLabelProps) {
  const t = useWords();
  return (
    <>
      <TabIcon path={icon} />
      <span data-in-bar={isInBar}>{t(label)}</span>
      {count > 0 ? <span className="count" aria-hidden="true" data-count={count} /> : null}
    </>
  );
}
