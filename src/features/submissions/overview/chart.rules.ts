/** The next number that is easily read: 1, 2, 4 or 5 with zeros behind; at least 2, so that its half is whole too. */
export function roundAbove(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const steps = [1, 2, 4, 5, 10].map((step) => step * power);
  return Math.max(2, steps.find((step) => step >= most) ?? most);
}

/** A piece of a bar, in the units of the drawing: where it begins from above, and how tall it is. */
export interface Piece {
  from: number;
  tall: number;
}

/** Values on each other from the ground up; whatever is more than nothing is seen. */
export function stacksOf(
  values: readonly number[],
  { top, height }: { top: number; height: number },
): Piece[] {
  let ground = height;
  return values.map((value) => {
    const tall = value > 0 ? Math.max(1.5, (height * value) / top) : 0;
    ground -= tall;
    return { from: ground, tall };
  });
}
