import type { Page } from '@playwright/test';
import { ADMIN } from '../prove/app.part.ts';

export const SIZES = {
  phone: { width: 360, height: 740 },
  desk: { width: 1280, height: 800 },
} as const;

/** One picture of scripts/screens.ts. */
export interface Screen {
  /** The site with a year of a demonstration in it; a small one of its own without. */
  site?: 'demo';
  path: string;
  /** Id of the section that is looked at; the top of the page without one. */
  at?: string;
  colorScheme?: 'dark';
  /** Where there is such a thing at all. */
  only?: keyof typeof SIZES;
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
}

export const logIn = async (page: Page) => {
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Admin dashboard' }).waitFor();
  // With a connection for news the network is never idle again.
  await page.locator('.loading').first().waitFor({ state: 'hidden' });
};
