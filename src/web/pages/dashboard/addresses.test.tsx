import { expect, test } from 'vitest';
import { DASHBOARD_PATHS } from '../../../shared/page.ts';
import { DASHBOARD_TABS } from './dashboardTabs.tsx';

test('the server knows the addresses of all tabs and of what is below them, and no others', () => {
  const drawn = DASHBOARD_TABS.flatMap(({ path, below }) => [path, ...below]);
  expect([...DASHBOARD_PATHS].toSorted()).toEqual(['/admin', '/admin/first', ...drawn].toSorted());
});
