import { useEffect, useState } from 'react';
import { isLanguage, LANGUAGES } from '../../../shared/language.ts';
import { go, useAddress, withQuery } from '../../../web/address.ts';
import { CONTENT_PATH } from './paths.rules.ts';
import { nameOf, type Place } from './useContentTexts.ts';

/** Where the dashboard shows a text: on its page, unless another path of the tab is given. */
export const contentAddress = ({ language, section, key }: Place, path = CONTENT_PATH) =>
  withQuery(path, { language, section, key });

/**
 * Which text is open: the address says it, so that a reload keeps it and a link leads to it. The page of the tab
 * stays as it was while another one is seen, and the address comes back with it.
 */
export function useContentAddress(ownPath: string) {
  const { path, query } = useAddress();
  const language = query.get('language') ?? undefined;
  const asked: Place = {
    language: isLanguage(language) ? language : LANGUAGES[0],
    section: query.get('section') ?? '',
    key: query.get('key') ?? '',
  };
  const [place, setPlace] = useState(asked);
  const isHere = path === ownPath;
  const isBare = isHere && query.size === 0;
  if (isHere && !isBare && nameOf(asked) !== nameOf(place)) setPlace(asked);

  const address = contentAddress(place, ownPath);
  useEffect(() => {
    if (isBare) go(address, { replace: true });
  }, [isBare, address]);

  return {
    place,
    /** Opens a text; typing its name leaves no steps for Back, choosing does. */
    open: (next: Place, how?: { replace: boolean }) => go(contentAddress(next, ownPath), how),
  };
}
