import type { Text } from '../../shared/content.ts';
import { HERO } from './hero.rules.ts';

/** LIST of every text of the pages, in the order of the pages: what the dashboard offers and seeds. */
export const KNOWN_TEXTS: readonly Text[] = [HERO].flatMap((texts) => Object.values(texts));
