import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type Span, Visitor } from 'oxc-parser';

export type SourceFile = ReturnType<typeof readSourceFile>;

/** The figures of one source file. */
export function readSourceFile(root: string, path: string) {
  const source = readFileSync(join(root, path), 'utf8');
  const { program, errors, comments } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const imports: string[] = [];
  const functionLines: number[] = [];
  const count = { anyTypes: 0, casts: 0, nonNullAssertions: 0 };
  const noDuplicates: Span[] = [...comments];
  const imported = (from: unknown) => {
    if (typeof from === 'string' && from.startsWith('.')) imports.push(join(dirname(path), from));
  };
  const measured = ({ start, end, body }: Span & { body: { type: string } | null }) => {
    if (body?.type === 'BlockStatement') functionLines.push(lineOf(end) - lineOf(start) + 1);
  };
  new Visitor({
    ImportDeclaration(node) {
      imported(node.source.value);
      noDuplicates.push(node);
    },
    ExportNamedDeclaration: (node) => imported(node.source?.value),
    ExportAllDeclaration: (node) => imported(node.source.value),
    ImportExpression: (node) => imported('value' in node.source && node.source.value),
    TSImportType: (node) => imported(node.source.value),
    FunctionDeclaration: measured,
    FunctionExpression: measured,
    ArrowFunctionExpression: measured,
    TSAnyKeyword: () => void count.anyTypes++,
    TSNonNullExpression: () => void count.nonNullAssertions++,
    TSTypeAssertion: () => void count.casts++,
    TSAsExpression({ typeAnnotation: { start, end } }) {
      if (source.slice(start, end) !== 'const') count.casts++;
    },
  }).visit(program);
  let code = source;
  for (const { start, end } of noDuplicates)
    code =
      code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  // Lines that can be duplicates: blank ones and those of punctuation alone are skipped.
  const significant = code
    .split('\n')
    .map((text, n) => ({ text: text.trim(), line: n + 1 }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return {
    path,
    lines: source.split('\n').length - 1,
    imports,
    functionLines,
    ...count,
    significant,
  };
}

/**
 * Runs of at least `length` equal significant lines that occur somewhere else too. A place is the longest such run,
 * so two copies are two places.
 */
export function findDuplicates(files: SourceFile[], length: number) {
  const windows = new Map<string, { path: string; first: number }[]>();
  const textAt = ({ significant }: SourceFile, first: number) =>
    significant
      .slice(first, first + length)
      .map(({ text }) => text)
      .join('\n');
  const each = (visit: (file: SourceFile, first: number, text: string) => void) => {
    for (const file of files)
      for (let first = 0; first + length <= file.significant.length; first++)
        visit(file, first, textAt(file, first));
  };
  each(({ path }, first, text) => {
    windows.set(text, [...(windows.get(text) ?? []), { path, first }]);
  });
  const places: { path: string; first: number; last: number }[] = [];
  each(({ path }, first, text) => {
    const isElsewhere = windows
      .get(text)
      ?.some((other) => other.path !== path || Math.abs(other.first - first) >= length);
    if (!isElsewhere) return;
    const place = places.at(-1);
    const last = first + length - 1;
    if (place?.path === path && first <= place.last + 1) place.last = last;
    else places.push({ path, first, last });
  });
  const lineOf = (path: string, n: number) =>
    files.find((file) => file.path === path)?.significant[n]?.line;
  return {
    places: places.map(
      ({ path, first, last }) => `${path}:${lineOf(path, first)}-${lineOf(path, last)}`,
    ),
    lines: places.reduce((total, { first, last }) => total + last - first + 1, 0),
  };
}
