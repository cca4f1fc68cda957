/** One thing that a screen reader names. */
export interface Named {
  /** How many named things it is in. */
  depth: number;
  role: string;
  name: string;
  /** Such as "level=2" or "selected". */
  states: readonly string[];
  /** Where a link leads. */
  target?: string;
}

/** Roles that screen readers list and jump to: landmarks, headings, controls, pictures and tables. */
const LISTED = new Set(
  `banner complementary contentinfo dialog form main navigation region search
   heading link button textbox searchbox combobox checkbox radio switch tab tablist slider
   group radiogroup img table figure`.split(/\s+/),
);
/** Roles of which a page can have one without a name. */
const SINGLE = new Set(['banner', 'contentinfo', 'main']);
const LANDMARKS = new Set([...SINGLE, 'complementary', 'form', 'navigation', 'region', 'search']);

/** One line of the tree: its depth, and `role "name" [state]: text`. */
function readLine(line: string) {
  const [, spaces = '', rest = ''] = /^( *)- (.*)$/.exec(line) ?? [];
  // YAML puts what has a colon in it into quotes.
  const [, quoted, after = ''] = /^'((?:[^']|'')*)'(.*)$/.exec(rest) ?? [];
  const said = quoted === undefined ? rest : quoted.replaceAll("''", "'") + after;
  const [, role = '', name = '', states = '', text = ''] =
    /^(\/?[a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]+\])*)(?:: (.*))?/.exec(said) ?? [];
  return {
    indent: spaces.length,
    role,
    name: name.replaceAll('\\"', '"'),
    states: [...states.matchAll(/\[([^\]]+)\]/g)].map(([, state = '']) => state),
    text: text.replace(/^"(.*)"$/, '$1'),
  };
}

/** Reads Playwright's accessibility tree: what is listed of it, in order. */
export function namesIn(snapshot: string): Named[] {
  const names: Named[] = [];
  const around: number[] = [];
  for (const { indent, role, name, states, text } of snapshot.split('\n').map(readLine)) {
    while ((around.at(-1) ?? -1) >= indent) around.pop();
    const last = names.at(-1);
    if (role === '/url' && last?.role === 'link') last.target ??= text;
    // A disclosure is a group without a name whose first words can be pressed.
    if (role === 'text' && last?.role === 'disclosure') last.name ||= text;
    if (!LISTED.has(role)) continue;
    const isDisclosure = role === 'group' && !name;
    names.push({
      depth: around.length,
      role: isDisclosure ? 'disclosure' : role,
      name: isDisclosure ? text : name,
      states,
    });
    around.push(indent);
  }
  return names;
}

/** How many have signed from somewhere is another number each day. */
const withoutCount = (name: string) =>
  name.replace(/: (no|[\d,]+) signatures?( yet)?$/, ': …').replace(/number [\d,]+$/, 'number …');

/** As a list in Markdown: "heading 2 “Contact”", "link “Vision” → #vision". */
export const listOf = (names: readonly Named[]): string =>
  names
    .map(({ depth, role, name, states, target = '' }) => {
      const level = states.find((state) => state.startsWith('level='))?.slice(6);
      const others = states.filter((state) => !state.startsWith('level='));
      return [
        `${'  '.repeat(depth)}- ${role}${level ? ` ${level}` : ''}`,
        // Each application has another reference.
        name && `“${withoutCount(name).replace(/PX-[0-9A-Z]+/, 'PX-…')}”`,
        others.length > 0 && `(${others.join(', ')})`,
        /^[#/]/.test(target) && `→ ${target.replace(/key=.+/, 'key=…')}`,
      ]
        .filter(Boolean)
        .join(' ');
    })
    .join('\n');

/** Names that would mislead someone who cannot see the page, whatever the list says. */
export function faultsOf(names: readonly Named[]): string[] {
  const faults: string[] = [];
  const places = new Map<string, string>();
  const landmarks = new Set<string>();
  let level = 0;
  for (const { role, name, states, target } of names) {
    if (!name && !SINGLE.has(role)) faults.push(`a ${role} has no name`);
    if (LANDMARKS.has(role)) {
      if (landmarks.has(role + name)) faults.push(`two landmarks are ${role} “${name}”`);
      landmarks.add(role + name);
    }
    if (role === 'link') {
      if (places.has(name) && places.get(name) !== target)
        faults.push(`“${name}” leads to ${places.get(name)} and to ${target}`);
      places.set(name, target ?? '');
    }
    const own = Number(states.find((state) => state.startsWith('level='))?.slice(6) ?? 0);
    if (own > level + 1 && level > 0) faults.push(`heading “${name}” skips a level`);
    if (own > 0) level = own;
  }
  return faults;
}
