// Checks of one translated sentence that need no deep knowledge of the language.

/** By language: typographical mistakes, each with the sentence about it. */
const TYPOGRAPHY = {
  fr: [
    [/'/, 'has a straight apostrophe: ’'],
    [/"|“|”/, 'has foreign quotation marks: « »'],
    [/\.\.\./, 'has three dots: …'],
    // Not within an address or a time: only where a word ends.
    [/(?<![\u202F!?;])[;!?](?=[\s»)}]|$)/, 'lacks the narrow space (U+202F) before ; ! ?'],
    // The page’s font draws the narrow space beside these almost closed.
    [/(?<!\u00A0):(?=[\s»)}]|$)/, 'lacks the no-break space (U+00A0) before :'],
    [/«(?!\u00A0)|(?<!\u00A0)»/, 'lacks the no-break space (U+00A0) within « »'],
    [/\d,\d{3}(?!\d)/, 'groups digits with a comma: a narrow space (U+202F)'],
  ],
};

/**
 * The faults of a translation, as ends of a sentence that begins with the file and the English words.
 * `same` are the sentences that this language says as English does.
 * @param {string} language @param {string} english @param {string} translation @param {Set<string>} same
 * @returns {string[]}
 */
export function translationFaults(language, english, translation, same) {
  const faults = [];
  if (translation === english && !same.has(english)) faults.push('equals the English');
  if (translation !== english && same.has(english))
    faults.push('is listed as the same in same.json and is not');
  if (/[ \t]{2}|^\s|\s$/.test(translation)) faults.push('has spaces too many');
  if (translation.split('\n').length !== english.split('\n').length)
    faults.push('has other paragraphs');
  for (const [mistake, sentence] of TYPOGRAPHY[language] ?? [])
    if (mistake.test(translation)) faults.push(sentence);

  const wanted = holesOf(english);
  const given = holesOf(translation);
  if (!wanted) return [...faults, 'has braces in English that do not match'];
  if (!given) return [...faults, 'has braces that do not match'];
  if (named(wanted.values) !== named(given.values)) faults.push('fills other placeholders');
  if (named(wanted.plurals.keys()) !== named(given.plurals.keys()))
    return [...faults, 'counts something else'];
  for (const [name, forms] of given.plurals)
    faults.push(...pluralFaults(language, wanted.plurals.get(name), forms));
  return faults;
}

/** Whether the forms of a plural are those that the language distinguishes, each with its number. */
function pluralFaults(language, english, forms) {
  const rules = new Intl.PluralRules(language);
  const known = rules.resolvedOptions().pluralCategories;
  // Where English has one form for all, it is a number and no word.
  const needed = english.has('one')
    ? new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
    : ['other'];
  const lacking = [...needed].filter((category) => !forms.has(category));
  const foreign = [...forms.keys()].filter((one) => !known.includes(one) && !/^=\d+$/.test(one));
  const faults = [];
  if (lacking.length) faults.push(`lacks the plural form ${lacking.join(', ')}`);
  if (foreign.length)
    faults.push(`has a plural form that ${language} lacks: ${foreign.join(', ')}`);
  if (english.get('other')?.includes('#') !== forms.get('other')?.includes('#'))
    faults.push('says the number (#) where English does not, or the other way round');
  return faults;
}

const named = (names) => [...new Set(names)].sort().join(', ');

/**
 * The placeholders of a sentence: names of values, also those inside of plurals, and of each plural
 * its forms as text. Undefined when its braces do not match.
 */
function holesOf(text) {
  const holes = { values: [], plurals: new Map() };
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '}') return undefined;
    if (text[at] !== '{') continue;
    const end = closing(text, at);
    if (end < 0) return undefined;
    const [, name, forms] =
      /^\s*(\w+)\s*(?:,\s*plural\s*,(.*))?$/s.exec(text.slice(at + 1, end)) ?? [];
    if (!name) return undefined;
    if (forms === undefined) holes.values.push(name);
    else {
      const said = formsOf(forms);
      for (const form of said.values()) {
        const inner = holesOf(form);
        if (!inner) return undefined;
        holes.values.push(...inner.values);
        for (const plural of inner.plurals) holes.plurals.set(...plural);
      }
      holes.plurals.set(name, said);
    }
    at = end;
  }
  return holes;
}

/** `=0 {none} other {# days}` as a map of its forms. */
function formsOf(text) {
  const forms = new Map();
  for (let from = 0, open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
    const end = closing(text, open);
    forms.set(text.slice(from, open).trim(), text.slice(open + 1, end));
    from = end + 1;
  }
  return forms;
}

/** Where the brace opened at `open` closes, or -1. */
function closing(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}
