import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * axe on a page. The legacy mode judges in the page itself instead of opening another one for every
 * verdict, which takes a quarter longer; it sees no frames of other sites, and ours have none.
 */
export const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode();
