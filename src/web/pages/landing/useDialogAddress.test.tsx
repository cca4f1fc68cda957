import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loadDialog } from './dialogs.ts';
import { useDialogAddress } from './useDialogAddress.ts';

// A new entry drops those ahead of it, which an earlier test may have left by going back.
beforeEach(() => history.pushState(null, '', '/'));

test('of two links that are followed quickly the last one opens its dialog, in one step of the history', async () => {
  const { result } = renderHook(() => useDialogAddress());
  const before = history.length;
  await act(() => Promise.all([result.current.show('/volunteer'), result.current.show('/sign')]));
  expect(result.current.open).toBe('/sign');
  expect(location.pathname).toBe('/sign');
  expect(history.length).toBe(before + 1);
});

test('a link that is followed twice opens its dialog once', async () => {
  const { result } = renderHook(() => useDialogAddress());
  const before = history.length;
  await act(() => Promise.all([result.current.show('/share'), result.current.show('/share')]));
  expect(result.current.open).toBe('/share');
  expect(history.length).toBe(before + 1);
});

test('a dialog whose code comes after Back was pressed stays closed, and its link is no longer busy', async () => {
  const { result } = renderHook(() => useDialogAddress());
  const link = document.createElement('a');
  await act(async () => {
    const shown = result.current.show('/partner', link);
    expect(link.getAttribute('aria-busy')).toBe('true');
    dispatchEvent(new PopStateEvent('popstate'));
    await shown;
  });
  expect(link.hasAttribute('aria-busy')).toBe(false);
  expect(result.current.open).toBeUndefined();
  expect(location.pathname).toBe('/');
});

test('going through the history opens what the address names at last, whichever code comes first', async () => {
  const { result } = renderHook(() => useDialogAddress());
  await act(async () => {
    for (const path of ['/join', '/sign']) {
      history.replaceState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }
    await loadDialog('/join');
  });
  expect(result.current.open).toBe('/sign');
});

test('Back closes a dialog that was open before its code has come', async () => {
  history.replaceState(null, '', '/sign');
  const dialog = document.createElement('dialog');
  dialog.dataset.address = '/sign';
  dialog.open = true;
  document.body.append(dialog);
  const { result } = renderHook(() => useDialogAddress());
  await act(async () => {
    history.replaceState(null, '', '/');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(dialog.open).toBe(false);
  expect(result.current.open).toBeUndefined();
  dialog.remove();
});
