// The check of directions: in a language that is written from right to left a page is the mirror of
// itself, as long as nothing in it names a side. Margins begin and end; nothing is left or right.
import { type Node, parseSync, Visitor } from 'oxc-parser';

/** Utilities that name a side, without their prefixes ("md:", "-", "!"). */
const UTILITY =
  /^(?:(?:scroll-)?[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|float-(?:left|right)|clear-(?:left|right)|text-(?:left|right)|origin-(?:[a-z]+-)?(?:left|right)|bg-gradient-to-[tb]?[lr]|bg-linear-to-[tb]?[lr]|space-x-reverse)(?:-|$)/;

/** Properties of styles, as scripts write them. */
const STYLE =
  /^(?:(?:scroll)?(?:[mM]argin|[pP]adding)(?:Left|Right)|border(?:(?:Top|Bottom)?(?:Left|Right))\w*|left|right)$/;

/** Declarations of a sheet that name a side, or give the two sides of a line different widths. */
const DECLARATIONS: readonly RegExp[] = [
  /(?:^|[\s;{])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border(?:-(?:top|bottom))?-(?:left|right)[\w-]*|left|right)\s*:[^;}]*/g,
  /(?:^|[\s;{])(?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)[^;}]*/g,
  /(?:^|[\s;{])(?:background-position|transform-origin|object-position)\s*:[^;}]*\b(?:left|right)\b[^;}]*/g,
  /\bto\s+(?:(?:top|bottom)\s+)?(?:left|right)\b/g,
];

/** top right bottom left: the second and the fourth must agree. */
const FOUR_SIDES =
  /(?:^|[\s;{])((?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))\s*:\s*([^;}]+)/g;

/** The parts of a sheet that name a side. */
function sidesOfSheet(source: string): string[] {
  const css = source.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const named = DECLARATIONS.flatMap((pattern) => css.match(pattern) ?? []);
  const uneven = [...css.matchAll(FOUR_SIDES)].filter(([, , value = '']) => {
    const sides = value.trim().match(/(?:[\w-]*\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s()]+)+/g) ?? [];
    return sides.length === 4 && sides[1] !== sides[3];
  });
  // "@apply" takes utilities.
  const applied = [...css.matchAll(/@apply\s+([^;}]+)/g)].flatMap(([, names = '']) =>
    sidesOfClasses(names),
  );
  return [...named, ...uneven.map(([found]) => found), ...applied].map((found) =>
    found.replace(/^[;{\s]+/, '').trim(),
  );
}

function sidesOfClasses(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => UTILITY.test(word.replace(/^(?:(?:[^\s:[\]]|\[[^\]]*\])+:)*[!-]*/, '')));
}

/** The parts of a component that name a side: a class of any text, or a property of a style. */
function sidesOfComponent(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: string[] = [];
  const read = (text: string) => void found.push(...sidesOfClasses(text));
  new Visitor({
    Literal: (node) =>
      void (typeof node.value === 'string' && isClassList(node.value) && read(node.value)),
    TemplateElement: (node) =>
      void (isClassList(node.value.cooked ?? '') && read(node.value.cooked ?? '')),
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && node.name.name === 'style')
        for (const name of namesIn(node.value)) if (STYLE.test(name)) found.push(`style ${name}`);
    },
  }).visit(program);
  return found;
}

/** Sentences say "left" and "right"; lists of classes have no capitals and no full stop. */
const isClassList = (text: string) => /[-:]/.test(text) && !/[A-Z][a-z]+ |[.!?…]$/.test(text);

/** The names of the properties of the object in a style attribute. */
function namesIn(value: Node | null): string[] {
  if (value?.type !== 'JSXExpressionContainer') return [];
  const { expression } = value;
  if (expression.type !== 'ObjectExpression') return [];
  return expression.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
  );
}

/** Everything in one file that names a side. Throws for a component that cannot be read. */
export const sidesIn = (file: string, source: string): string[] =>
  file.endsWith('.css') ? sidesOfSheet(source) : sidesOfComponent(file, source);
