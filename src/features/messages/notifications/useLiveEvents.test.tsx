import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minutes, seconds } from '../../../shared/time.ts';
import { serveEvents } from '../testing.page.ts';
import { useLiveEvents } from './useLiveEvents.ts';

const changed = vi.fn();
const refused = vi.fn();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  changed.mockClear();
  refused.mockClear();
});

const news = { message: changed, changed, refused, ended: changed };
const listen = (isOn = true) =>
  renderHook((on: boolean) => useLiveEvents(on, news), { initialProps: isOn });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a browser without server-sent events asks every half a minute, for as long as it is wanted', () => {
  // As jsdom is.
  expect('EventSource' in window).toBe(false);
  const { rerender } = listen();
  pass(seconds(29));
  expect(changed).toHaveBeenCalledTimes(0);
  pass(minutes(10));
  expect(changed).toHaveBeenCalledTimes(20);
  rerender(false);
  pass(minutes(10));
  expect(changed).toHaveBeenCalledTimes(20);
});

test('one that was refused asks by the clock, and tries again after five minutes', () => {
  const opened = serveEvents();
  listen();
  expect(opened).toHaveLength(1);
  pass(minutes(1));
  expect(changed).toHaveBeenCalledTimes(0);
  act(() => opened[0]?.refuse());
  expect(refused).toHaveBeenCalledTimes(1);
  pass(minutes(4));
  expect(changed).toHaveBeenCalledTimes(8);
  expect(opened).toHaveLength(1);
  pass(minutes(1));
  expect(opened).toHaveLength(2);
});

test('one that was refused for the session before is asked anew for the next', () => {
  const opened = serveEvents();
  const { rerender } = renderHook((login: number) => useLiveEvents(true, news, login), {
    initialProps: 1,
  });
  act(() => opened[0]?.refuse());
  rerender(2);
  expect(opened).toHaveLength(2);
  pass(minutes(4));
  expect(changed).toHaveBeenCalledTimes(0);
});
