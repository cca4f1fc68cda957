import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'));
const source = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}
interface Judge {
  run(context: object, options: object): Promise<{ violations: Violation[] }>;
}

/**
 * axe on a page. Its own builder brings it into the document twice for every verdict and carries all that
 * was found good back, which takes four times as long: here it comes into a document once and answers with
 * what is wrong. It does not look into frames: ours is the preview of a page that has tests of its own.
 */
export function axeOn(page: Page) {
  const context = { include: [['html']], exclude: [] as string[][] };
  const options: { runOnly?: string[]; rules: object; [key: string]: unknown } = {
    iframes: false,
    resultTypes: ['violations'],
    rules: {},
  };
  const it = {
    include(part: string) {
      context.include = [[part]];
      return it;
    },
    exclude(part: string) {
      context.exclude.push([part]);
      return it;
    },
    withRules(rule: string) {
      options.runOnly = [rule];
      return it;
    },
    disableRules(rules: string[]) {
      options.rules = Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
      return it;
    },
    async analyze(): Promise<{ violations: Violation[] }> {
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
      const violations = await page.evaluate(
        async (given) => {
          const { axe } = globalThis as unknown as { axe: Judge };
          const { violations: found } = await axe.run(given.context, given.options);
          return found.map(({ id, nodes }) => ({
            id,
            nodes: nodes.map(({ html }) => ({ html })),
          }));
        },
        { context, options },
      );
      return { violations };
    },
  };
  return it;
}
