import type { Page } from '@playwright/test';
import { ADMIN } from '../testing/app.ts';

export const SIZES = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;

/** A screenshot of scripts/screens.ts. */
export interface Screen {
  /** The site with the data of `npm run demo`; otherwise a small site of its own. */
  site?: 'demo';
  path: string;
  /** Id of the section to scroll to. */
  at?: string;
  colorScheme?: 'dark';
  /** The only size that has this screen. */
  only?: keyof typeof SIZES;
  /** Runs before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
}

export const logIn = async (page: Page) => {
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Admin dashboard' }).waitFor();
  // The event stream keeps the network busy: `networkidle` never comes.
  await page.locator('.loading').first().waitFor({ state: 'hidden' });
};
