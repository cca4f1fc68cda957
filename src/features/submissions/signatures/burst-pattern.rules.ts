/** LIST of mail providers that anyone in the world or a country uses, without the ending of a country. */
const PUBLIC_PROVIDERS = [
  'aim',
  'aol',
  'duck',
  'fastmail',
  'free',
  'freenet',
  'gmail',
  'gmx',
  'googlemail',
  'hey',
  'hotmail',
  'icloud',
  'inbox',
  'laposte',
  'libero',
  'live',
  'mac',
  'mail',
  'me',
  'msn',
  'mweb',
  'naver',
  'orange',
  'outlook',
  'pm',
  'proton',
  'protonmail',
  'qq',
  'rediffmail',
  'sapo',
  'sfr',
  'telkomsa',
  'tuta',
  'tutanota',
  'vodamail',
  'wanadoo',
  'web',
  'webmail',
  'yahoo',
  'yandex',
  'ymail',
  'zoho',
];

/** `gmail.com`, `yahoo.co.uk`, `orange.sn`: a provider and the ending of a country or of none. */
const PUBLIC_DOMAIN = new RegExp(
  `^(${PUBLIC_PROVIDERS.join('|')})\\.((com|net|org|co|ac)\\.)?[a-z]{2,3}$`,
);

/** The part of an address behind the sign, unless anyone can have an address there. */
export function otherDomainOf(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return PUBLIC_DOMAIN.test(domain) ? undefined : domain;
}

/** What is looked for in the name and the address of a signature; read once, as every day has many. */
export interface Patterns {
  /** The name in small letters without accents, with # for each number. */
  shape: string;
  isUnpronounceable: boolean;
  /** The domain of the address, unless anyone can have it. */
  domain: string | undefined;
  /** Where mails to the address go. */
  mailbox: string;
  /** The address without its last number, and the number, where it has one. */
  series: { stem: string; number: number } | undefined;
}

/** So many consonants in a row are in no name that someone can say. */
const UNPRONOUNCEABLE = /[bcdfghjklmnpqrstvwxz]{5}/;

export function patternsOf(person: { fullName: string; email: string }): Patterns {
  const name = person.fullName
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  const email = person.email.toLowerCase();
  return {
    shape: name.replaceAll(/\p{Nd}+/gu, '#').replaceAll(/\s+/g, ' '),
    isUnpronounceable: UNPRONOUNCEABLE.test(name),
    domain: otherDomainOf(email),
    mailbox: mailboxOf(email),
    series: seriesOf(email),
  };
}

/** Without what the providers ignore: dots in those of Google, and all behind a plus. */
function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^([^+@]*)(?:\+[^@]*)?@(.*)$/.exec(email) ?? [];
  return `${/^(gmail|googlemail)\./.test(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}

function seriesOf(email: string): Patterns['series'] {
  const [, before, number, after] = /^([^@]*?)([0-9]{1,9})([^0-9@]*@.*)$/.exec(email) ?? [];
  return number === undefined ? undefined : { stem: `${before}#${after}`, number: Number(number) };
}

/** So many make a series of names or addresses that only differ in numbers. */
const shortestSeries = 3;
/** Fewer people, or a smaller share of all, may well have one name. */
const leastNamesakes = 5;
const namesakeShare = 0.05;

/** Those with names that nobody has: one name again and again, one word with numbers, letters that nobody can say. */
export function namesOfOnePattern<T extends Patterns>(all: readonly T[]): T[] {
  const shapes = Map.groupBy(all, ({ shape }) => shape);
  const namesakes = Math.max(leastNamesakes, namesakeShare * all.length);
  return all.filter(({ shape, isUnpronounceable }) => {
    const least = shape.includes('#') ? shortestSeries : namesakes;
    return isUnpronounceable || (shapes.get(shape)?.length ?? 0) >= least;
  });
}

/**
 * Those whose addresses at a public provider count up (`awa1`, `awa2`, …) or lead to one mailbox (`a.wa+2`, which is
 * `awa`). A school that numbers the addresses of its own domain is none of these.
 */
export function numberedAddresses<T extends Patterns>(all: readonly T[]): T[] {
  const atProviders = all.filter(({ domain }) => domain === undefined);
  const mailboxes = Map.groupBy(atProviders, ({ mailbox }) => mailbox);
  const shared = [...mailboxes.values()].filter(({ length }) => length >= shortestSeries).flat();
  const stems = Map.groupBy(atProviders, ({ series }) => series?.stem);
  stems.delete(undefined);
  return [...new Set([...shared, ...[...stems.values()].flatMap(countingUp)])];
}

/** How far apart two numbers of a series are, as some addresses may be taken. */
const largestGap = 2;
/** Namesakes with a year of birth in their address seldom make so long a series. */
const leastCounted = 5;

/** Those of one stem whose numbers follow one another. */
function countingUp<T extends Patterns>(ofOneStem: readonly T[]): T[] {
  if (ofOneStem.length < leastCounted) return [];
  const numberOf = ({ series }: T | Patterns) => series?.number ?? 0;
  const runs: T[][] = [];
  for (const next of ofOneStem.toSorted((a, b) => numberOf(a) - numberOf(b))) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && numberOf(next) - numberOf(before) <= largestGap) run.push(next);
    else runs.push([next]);
  }
  return runs.filter(({ length }) => length >= leastCounted).flat();
}
