import { useQuery } from '@tanstack/react-query';
import type { Language } from '../../../shared/language.ts';
import { inertMarkup } from '../../../web/markup/inertMarkup.ts';
import { useAddress } from '../../../web/address.ts';
import { CallError } from '../../../web/api.ts';
import { SOCIAL_PATH } from './paths.rules.ts';

/** What the start page tells whoever draws a card of a link to it: https://ogp.me */
export interface Card {
  title: string;
  description: string;
  siteName: string;
  /** The page's own address. */
  url: string;
  /** The picture's, and where this browser gets it. */
  image: string;
  imageHere: string;
}

/** The card of the start page in a language, read from the page itself as a stranger's program reads it. */
export function useCard(language: Language) {
  const { path } = useAddress();
  return useQuery({
    queryKey: ['card', language],
    queryFn: ({ signal }) => fetchCard(language, signal),
    // Fetched again when the reader comes back to the tab.
    enabled: path === SOCIAL_PATH,
    staleTime: 0,
  });
}

async function fetchCard(language: Language, signal: AbortSignal): Promise<Card> {
  const response = await fetch(`/?lang=${language}`, { credentials: 'omit', signal });
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, text);
  return cardIn(text);
}

function cardIn(html: string): Card {
  // The policy of the dashboard forbids inlined CSS, and the browser would complain of the page's.
  const unstyled = html.replaceAll(/<style\b[^]*?<\/style>/g, '');
  const page = new DOMParser().parseFromString(inertMarkup(unstyled), 'text/html');
  const said = (name: string) =>
    page.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? '';
  const image = said('image');
  return {
    title: said('title'),
    description: said('description'),
    siteName: said('site_name'),
    url: said('url'),
    image,
    // The dashboard may have been opened at another address than the campaign's.
    imageHere: URL.parse(image)?.pathname ?? image,
  };
}
