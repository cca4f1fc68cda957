import { useEffect, useEffectEvent, useState } from 'react';
import { type output, safeParse } from 'zod/v4/core';
import { minutes, seconds } from '../../../shared/time.ts';
import { LIVE_EVENTS, openEvents } from '../core/events.contract.ts';

export type NewMessageEvent = output<(typeof LIVE_EVENTS)['message']>;

export interface LiveEventHandlers {
  message(message: NewMessageEvent): void;
  /** Something else has changed, or may have while there was no connection. */
  changed(): void;
  /** The server refused the connection: the session may be over. */
  refused(): void;
  ended(): void;
}

/** How long a hidden page stays connected. */
const HIDDEN_TIMEOUT_MS = minutes(5);
/** How often a page without a connection polls, and when it tries to connect again. */
const POLL_MS = seconds(30);
const RETRY_MS = minutes(5);

/**
 * Receives events while `isOn`: one connection per tab, closed when the page has been hidden for a while. Without a
 * connection it polls instead. The connection belongs to the session that opened it, so that another `login` opens a
 * new one.
 */
export function useLiveEvents(isOn: boolean, news: LiveEventHandlers, login?: number): void {
  const [isAway, setAway] = useState(false);
  // The next login is not refused because the last one was.
  const [refused, setRefused] = useState<{ login: number | undefined }>();
  const isRefused = refused !== undefined && refused.login === login;
  const cannotConnect = isRefused || !('EventSource' in window);
  const handle = useEffectEvent((name: string, data: string) => dispatchEvent(name, data, news));
  const changed = useEffectEvent(() => news.changed());
  const refuse = useEffectEvent(() => {
    setRefused({ login });
    news.refused();
  });

  useEffect(() => {
    let timer: number | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => setAway(true), HIDDEN_TIMEOUT_MS);
      else setAway(false);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  useEffect(() => {
    if (!isOn || isAway || cannotConnect) return;
    const source = new EventSource(openEvents.path);
    // Earlier events are not repeated: the lists are read again each time.
    source.addEventListener('open', () => changed());
    source.addEventListener('error', () => {
      // The browser tries again by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED) refuse();
    });
    for (const name of Object.keys(LIVE_EVENTS))
      source.addEventListener(name, (event: MessageEvent<string>) => handle(name, event.data));
    return () => source.close();
  }, [isOn, isAway, cannotConnect, login]);

  useEffect(() => {
    if (!isOn || isAway || !cannotConnect) return;
    const poll = setInterval(() => changed(), POLL_MS);
    const retry = setTimeout(() => setRefused(undefined), RETRY_MS);
    return () => {
      clearInterval(poll);
      clearTimeout(retry);
    };
  }, [isOn, isAway, cannotConnect]);
}

/** Passes one event of the server on; unknown ones are ignored. */
function dispatchEvent(name: string, data: string, news: LiveEventHandlers) {
  if (name === 'session-ended') return news.ended();
  if (name !== 'message') return news.changed();
  const message = safeParse(LIVE_EVENTS.message, JSON.parse(data));
  if (message.success) news.message(message.data);
}

/** The news that a session is over may come before the answer that begins the next one, as a new password's does. */
const SESSION_CHECK_DELAY_MS = 500;

/**
 * Calls `onEnd` when the session of this page may have ended: revoked, suspended, of another
 * role now, expired. Without a connection the next call finds out: polling would keep an unused session alive.
 * `login` changes with every login.
 */
export function useSessionEnd(onEnd: () => void, { isOn = true, login = 0 } = {}): void {
  const checkSessionLater = () => void setTimeout(onEnd, SESSION_CHECK_DELAY_MS);
  useLiveEvents(
    isOn,
    { message() {}, changed() {}, refused: checkSessionLater, ended: checkSessionLater },
    login,
  );
}
