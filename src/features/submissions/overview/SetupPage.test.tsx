import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { readOverview } from './overview.contract.ts';
import { SETUP_PATH } from './setup.rules.ts';
import { SetupPage } from './SetupPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = { today: 0, yesterdayByNow: 0, yesterday: 0 };
const overview = answers(readOverview, {
  at: '2026-11-21T10:00:00.000Z',
  waiting: [],
  setup: [
    { item: 'who', isDone: true },
    { item: 'price', isDone: false },
  ],
  onPaper: 0,
  today: { signatures: none, applications: none, members: none, received: null },
});

test('what is done says so and can be changed, what is not has its button', async () => {
  serve(overview);
  openPage(SETUP_PATH, <SetupPage />);
  const list = within(await screen.findByRole('region', { name: 'Set up your campaign' }));
  expect(list.getByText('1 of 2 done')).toBeTruthy();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Who we are Done Change',
    'Price The built-in price is in force until you save yours. Set the price',
  ]);
  const change = list.getByRole('link', { name: 'Change Who we are' });
  expect(change.getAttribute('href')).toContain('/admin/content?');
  expect(list.getByRole('link', { name: 'Set the price' }).getAttribute('href')).toBe(
    '/admin/payments',
  );
});

test('a list that does not come says so, and comes when it is asked for again', async () => {
  serve(inTurn(refuses(readOverview, 500, { message: '' }), overview));
  openPage(SETUP_PATH, <SetupPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 of 2 done')).toBeTruthy();
});
