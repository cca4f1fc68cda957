import { useEffect, useEffectEvent, useState } from 'react';
import { type output, safeParse } from 'zod/v4/core';
import { minutes, seconds } from '../../shared/time.ts';
import { LIVE_EVENTS, openEvents } from './events.contract.ts';

export type Arrival = output<(typeof LIVE_EVENTS)['message']>;

export interface LiveNews {
  message(arrival: Arrival): void;
  /** Something else has changed, or may have while nothing could be heard. */
  changed(): void;
  /** The server gives no news: the session may be over. */
  refused(): void;
  ended(): void;
}

/** A page in the background keeps its connection for so long. */
const PATIENCE_MS = minutes(5);
/** How often a page without a connection asks, and when it tries to have one again. */
const POLL_MS = seconds(30);
const RETRY_MS = minutes(5);

/**
 * Hears what happens elsewhere for as long as `isOn`: one connection per tab, closed when nobody has seen the page
 * for a while. Where there is none to be had, or the browser knows of none, it asks by the clock instead. It belongs
 * to the session that opened it, so that another `login` opens it anew.
 */
export function useLive(isOn: boolean, news: LiveNews, login?: number): void {
  const [isAway, setAway] = useState(false);
  // The next login is not refused because the last one was.
  const [refused, setRefused] = useState<{ login: number | undefined }>();
  const isRefused = refused !== undefined && refused.login === login;
  const isDeaf = isRefused || !('EventSource' in window);
  const hear = useEffectEvent((name: string, data: string) => tell(name, data, news));
  const changed = useEffectEvent(() => news.changed());
  const refuse = useEffectEvent(() => {
    setRefused({ login });
    news.refused();
  });

  useEffect(() => {
    let timer: number | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => setAway(true), PATIENCE_MS);
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
    if (!isOn || isAway || isDeaf) return;
    const source = new EventSource(openEvents.path);
    // What happened before is not told: the lists are read again each time.
    source.addEventListener('open', () => changed());
    source.addEventListener('error', () => {
      // The browser tries again by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED) refuse();
    });
    for (const name of Object.keys(LIVE_EVENTS))
      source.addEventListener(name, (event: MessageEvent<string>) => hear(name, event.data));
    return () => source.close();
  }, [isOn, isAway, isDeaf, login]);

  useEffect(() => {
    if (!isOn || isAway || !isDeaf) return;
    const poll = setInterval(() => changed(), POLL_MS);
    const retry = setTimeout(() => setRefused(undefined), RETRY_MS);
    return () => {
      clearInterval(poll);
      clearTimeout(retry);
    };
  }, [isOn, isAway, isDeaf]);
}

/** One event as the server sent it; what is not ours is nobody's news. */
function tell(name: string, data: string, news: LiveNews) {
  if (name === 'session-ended') return news.ended();
  if (name !== 'message') return news.changed();
  const arrival = safeParse(LIVE_EVENTS.message, JSON.parse(data));
  if (arrival.success) news.message(arrival.data);
}
