import type { Text } from '../../shared/content.ts';
import { HERO } from './hero.rules.ts';
import { PARTNER } from './partner.rules.ts';
import { SHARE } from './share.rules.ts';
import { SITE } from './site.rules.ts';
import { VOLUNTEER } from './volunteer.rules.ts';

/** LIST of every text of the pages, in the order of the pages: what the dashboard offers and seeds. */
export const KNOWN_TEXTS: readonly Text[] = [SITE, HERO, VOLUNTEER, PARTNER, SHARE].flatMap(
  (texts) => Object.values(texts),
);

/** Sections that the server alone draws: the browser is not given what was published for them. */
const STILL = new Set([
  'hero',
  'vision',
  'benefits',
  'history',
  'testimonials',
  'call_to_action',
  'footer',
  'countries',
  'sources',
  'updates',
  'privacy',
  'terms',
  'cookies',
]);

/** Whether woken parts of the page show a text, by its `section.key`. */
export const isLive = (id: string): boolean => !STILL.has(id.split('.')[0] ?? '');
