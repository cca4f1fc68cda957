import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { listKits } from './fulfilment.contract.ts';
import { KitsWaiting } from './KitsWaiting.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const counts = {
  submitted: 4,
  in_review: 1,
  needs_information: 0,
  approved: 2,
  dispatched: 3,
  delivered: 0,
};

test('the kits that wait are loading, could not be loaded, and are counted once they are', async () => {
  serve(
    inTurn(
      refuses(listKits, 503, { message: 'The database is away.' }),
      answers(listKits, { counts, overdue: 0, total: 0, more: [], kits: [] }),
    ),
  );
  openPage('/admin', <KitsWaiting />);
  expect(screen.getByText('Loading the kits...')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(
    await screen.findByText('5 to be reviewed, 2 approved and to be sent, 3 on their way.'),
  ).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
