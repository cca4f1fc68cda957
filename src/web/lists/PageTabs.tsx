import { Activity, type ReactNode, useContext } from 'react';
import { go, useAddress } from '../address.ts';
import { PagesPlace, Tabs } from '../ui/Tabs.tsx';

interface PageTabsProps {
  /** The accessible name of the tabs. */
  label: string;
  pages: readonly { path: string; label: ReactNode; content: ReactNode }[];
  /**
   * Keeps what was typed in a page while another one is open; a hidden page runs no effects. Without it only the open
   * page is drawn: its address says all that it shows.
   */
  keepsInput?: boolean;
}

/**
 * The pages of one tab of the dashboard, each at an address of its own. A wide window lists them below the tab at its
 * side, a phone above the page.
 */
export function PageTabs({ label, pages, keepsInput = false }: PageTabsProps) {
  const { path: here } = useAddress();
  // The dashboard's own address shows the first page of its first tab.
  const path = here === '/admin' ? pages[0]?.path : here;
  return (
    <Tabs
      look="line"
      listIn={useContext(PagesPlace)}
      label={label}
      value={path ?? ''}
      onChange={(to) => go(to)}
      tabs={pages.map((page) => {
        const isOpen = page.path === path;
        const panel = <Activity mode={isOpen ? 'visible' : 'hidden'}>{page.content}</Activity>;
        return {
          value: page.path,
          label: page.label,
          content: keepsInput ? panel : isOpen ? page.content : null,
        };
      })}
    />
  );
}
