import { expect, test, vi } from 'vitest';
import { Figures } from '../prove/figures.part.ts';

test('a figure of a proof fails it where there is something that it must be', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const printed = (must: string, holds: boolean) => {
    const figures = new Figures();
    figures.add('time of an answer', '300 ms', must, holds);
    return figures.print();
  };
  expect(printed('≤ 250 ms', false)).toBe(false);
  expect(printed('≤ 250 ms', true)).toBe(true);
  // The short form of a proof only prints times.
  expect(printed('', false)).toBe(true);
  log.mockRestore();
});
