import type { Locator, Page } from '@playwright/test';
import type { Caller } from './member.ts';
import { expect, type Site, test } from './site.ts';

/** Presses what a job needs, by mouse, finger or keyboard, and counts it. Typing is not counted. */
interface Hand {
  press(target: Locator): Promise<void>;
  /** Opens a list of choices and takes one of them. */
  choose(field: Locator, choice: string): Promise<void>;
  /** Types into the field, which is pressed first unless it has the focus. */
  type(field: Locator, text: string): Promise<void>;
  /** The job is done, in at most so many presses; bench/jobs.ts prints the note. */
  done(job: string, most?: number): void;
}

/** What a job is played with. */
export interface Job {
  page: Page;
  hand: Hand;
  site: Site;
  /** A browser without a screen, for what others do. */
  visitor: Caller;
}

/** What `done` notes of a job. */
export interface JobNote {
  job: string;
  presses: number;
  most: number | null;
  seconds: number;
}

/** A hand that clicks. The seconds of a job begin with its first press. */
export function mouseOn(page: Page): Hand {
  let startedAtMs: number | undefined;
  let presses = 0;
  const count = (more: number) => {
    startedAtMs ??= performance.now();
    presses += more;
  };
  const hand: Hand = {
    async press(target) {
      count(1);
      await target.click();
    },
    async choose(field, choice) {
      count(2);
      await field.selectOption(choice);
    },
    async type(field, text) {
      if (!(await hasFocus(field))) await hand.press(field);
      await page.keyboard.type(text);
    },
    done(job, most) {
      const seconds = (performance.now() - (startedAtMs ?? performance.now())) / 1000;
      const note: JobNote = { job, presses, most: most ?? null, seconds };
      test.info().annotations.push({ type: 'job', description: JSON.stringify(note) });
      if (most !== undefined) expect(presses, `presses to ${job}`).toBeLessThanOrEqual(most);
    },
  };
  return hand;
}

/** A hand that has nothing but a keyboard. Its presses are not counted. */
export function keysOn(page: Page): Hand {
  return {
    async press(target) {
      const [role, type] = [await target.getAttribute('role'), await target.getAttribute('type')];
      if (role === 'tab') await arrowTo(page, target, '[role=tab][tabindex="0"]');
      else if (type === 'radio') await arrowTo(page, target, '[type=radio]');
      else {
        await tabTo(page, target);
        await page.keyboard.press('Enter');
      }
    },
    async choose(field, choice) {
      await tabTo(page, field);
      await page.keyboard.type(choice);
      await expect(field.locator('option:checked')).toHaveText(choice);
    },
    async type(field, text) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    },
    done: () => undefined,
  };
}

const hasFocus = (target: Locator) => target.evaluate((it) => it === document.activeElement);

/** Walks on with the Tab key to what is meant, as someone without a mouse does. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; !(await hasFocus(target)); presses++) {
    expect(presses, `${target} is reached`).toBeLessThan(120);
    await page.keyboard.press('Tab');
  }
}

/** Tabs and radios: one of them is a stop, and the arrows lead from it to the others. */
async function arrowTo(page: Page, target: Locator, stop: string) {
  const group = page.locator('[role=tablist], fieldset').filter({ has: target }).last();
  await tabTo(page, group.locator(stop).first());
  for (let presses = 0; !(await hasFocus(target)); presses++) {
    expect(presses, `${target} is reached`).toBeLessThan(20);
    await page.keyboard.press('ArrowRight');
  }
}
