import { createContext, useEffect, useState } from 'react';

/** The key of the link that was opened; empty without one. */
export const LinkKeyContext = createContext('');

const keyInAddress = () => new URLSearchParams(location.hash.slice(1)).get('key') ?? '';

/**
 * The key behind `#key=` of a link in a mail, which no server and no mail scanner sees. Once read it leaves the
 * address bar, so that no one copies or bookmarks it. Empty without one.
 */
export function useLinkKey(): string {
  const [key, setKey] = useState(keyInAddress);
  useEffect(() => {
    const take = () => {
      const found = keyInAddress();
      if (!found) return;
      setKey(found);
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    // Another link of ours, opened in the same tab.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return key;
}
