import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdBack } from '../../../web/testing.fetch.ts';
import { readProfile } from '../profile/profile.contract.ts';
import { readAccount } from './account.contract.ts';
import { badGateway, openPage, serveAmina, to } from './testing.page.ts';

let comeNear: (() => void) | undefined;
beforeEach(() => {
  comeNear = undefined;
  // jsdom lacks it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
        tell([{ isIntersecting: false }]);
        comeNear = () => act(() => tell([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {
        comeNear = undefined;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const security = () => within(screen.getByRole('region', { name: 'Account security' }));
const isDrawn = () => security().findByRole('heading', { name: 'Email address' });
const opener = () => security().findByRole('button', { name: 'Show account security' });
const scrollDown = async () => {
  await screen.findByRole('button', { name: 'Save Changes' });
  await waitFor(() => expect(comeNear).toBeTruthy());
  comeNear?.();
};

test('nothing of it is fetched until somebody comes near', async () => {
  const log = serveAmina();
  await openPage('/profile');
  await opener();
  await screen.findByRole('button', { name: 'Save Changes' });
  expect(to(log, readAccount)).toEqual([]);
  await scrollDown();
  expect(security().getByRole('button', { name: 'Loading your account...' })).toBeTruthy();
  await isDrawn();
  expect(to(log, readAccount)).toHaveLength(1);
  expect(security().queryByText('Show account security')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test('the section is not opened before those above it are there', async () => {
  const log = serveAmina();
  const answer = holdBack(readProfile);
  await openPage('/profile');
  await opener();
  await screen.findByText('Nothing yet.');
  expect(comeNear).toBeUndefined();
  expect(to(log, readAccount)).toEqual([]);
  answer();
  await scrollDown();
  await isDrawn();
});

test('who asks for it by the keyboard goes on where it begins', async () => {
  serveAmina();
  await openPage('/profile');
  (await opener()).focus();
  await userEvent.keyboard('{Enter}');
  await isDrawn();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Account security' }));
});

test('an address that asks for it opens it at once', async () => {
  const log = serveAmina();
  await openPage('/profile#security');
  await isDrawn();
  expect(to(log, readAccount)).toHaveLength(1);
});

test('what could not be fetched is said and offered again, and not asked for until then', async () => {
  const log = serveAmina(badGateway(readAccount));
  await openPage('/profile');
  await scrollDown();
  const alert = await security().findByRole('alert');
  expect(alert.textContent).toBe('Your account could not be loaded.');
  expect(to(log, readAccount)).toHaveLength(1);
  await userEvent.click(security().getByRole('button', { name: 'Try again' }));
  expect(to(log, readAccount)).toHaveLength(2);
});
