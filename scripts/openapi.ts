// Prints the OpenAPI document of the whole site without starting it: the one at /api/openapi.json, with
// the keys in alphabetical order, so that two revisions can be compared.
//
//   npm run openapi                       to the terminal
//   npm run openapi -- --output <file>    into a file
import { writeFileSync } from 'node:fs';
import { openApiOf } from '../src/server/http/openapi.ts';
import { routes } from '../src/server/routes.ts';
import { readArguments } from './commands.mjs';

/** The same value with the keys of its objects in alphabetical order; lists keep theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function main(): void {
  const { output } = readArguments('openapi').values;
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const document = sorted(openApiOf(endpoints, 'http://localhost:3000'));
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (typeof output === 'string') writeFileSync(output, text);
  else process.stdout.write(text);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
