import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every endpoint has the name of its constant, so that a log line or an operation id leads to the code', () => {
  const named = globSync('src/features/**/*.contract.ts').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/export const (\w+) = endpoint\(\{\s*name: '(\w+)'/g),
  ]);
  expect(named.length).toBeGreaterThan(200);
  expect(named.map(([, , name]) => name)).toEqual(named.map(([, constant]) => constant));
});
