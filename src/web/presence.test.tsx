import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listMessages } from '../features/messages/core/message.contract.ts';
import { minutes, seconds } from '../shared/time.ts';
import { setAttendedCheck, call } from './api.ts';
import { watchActivity } from './presence.ts';
import { answers, serve } from './testing.fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setAttendedCheck(() => true);
});

/** The `Unattended` header of a call that is sent now. */
async function sentHeader() {
  const log = serve(answers(listMessages, []));
  await call(listMessages);
  return log[0]?.headers.get('unattended') ?? null;
}

test('a page that nobody has touched for a minute says so with what it sends, until somebody does', async () => {
  watchActivity();
  expect(await sentHeader()).toBeNull();
  vi.advanceTimersByTime(seconds(59));
  expect(await sentHeader()).toBeNull();
  vi.advanceTimersByTime(seconds(1));
  expect(await sentHeader()).toBe('1');
  fireEvent.keyDown(document.body);
  expect(await sentHeader()).toBeNull();
  vi.advanceTimersByTime(minutes(10));
  expect(await sentHeader()).toBe('1');
  fireEvent(document, new Event('visibilitychange'));
  expect(await sentHeader()).toBeNull();
});

test('a page that does not look for anybody says nothing', async () => {
  vi.advanceTimersByTime(minutes(10));
  expect(await sentHeader()).toBeNull();
});
