import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { lazyPart } from '../loading/lazyPart.tsx';
import { LazyPage } from './LazyPage.tsx';

const Letters = () => <h1>Letters</h1>;

test('a page that is fetched says so, and is then shown', async () => {
  render(
    <LazyPage page={lazyPart(async () => Letters, 'messages')} loading="Loading messages..." />,
  );
  expect(screen.getByRole('status').textContent).toBe('Loading messages...');
  expect(await screen.findByRole('heading', { name: 'Letters' })).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a lost connection is said, and tried again when asked', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const fetchCode = vi
    .fn<() => Promise<typeof Letters>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(Letters);
  render(<LazyPage page={lazyPart(fetchCode, 'messages')} loading="Loading messages..." />);
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('This page could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Letters' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
