/**
 * Which names of members could be taken for the campaign’s own. A name is refused for what all of it says, never for
 * a part that people bear: Admin is a name in Bosnia, Support and Official in Zimbabwe, Africa in Spain.
 */

/** By the letter that they look like: capitals and small ones of Cyrillic, Greek, Armenian, Cherokee, then Latin’s own. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'АаΑαꭺᎪɑᴀ4@',
    b: 'ВвΒβЬьᏴʙ',
    c: 'СсϹϲᏟᴄ',
    d: 'ԁᎠᴅ',
    e: 'ЕеΕεЁёᎬᴇ3€',
    f: 'ϜƒꜰՖ',
    g: 'ԌɡɢᏀ',
    h: 'НнΗһҺᎻʜ',
    i: 'ІіΙιӀıɪᎥ1!|',
    j: 'ЈјͿᎫᴊ',
    k: 'КкΚκᏦᴋ',
    l: 'ӏᏞʟ',
    m: 'МмΜᎷᴍ',
    n: 'ΝпηՈոɴ',
    o: 'ОоΟοՕօσᴏ0',
    p: 'РрΡρᏢᴘ',
    q: 'Ԛԛ',
    r: 'гᏒʀ',
    s: 'ЅѕՏᏚꜱ5$',
    t: 'ТтΤτᎢᴛ7',
    u: 'υՍսᴜ',
    v: 'νѴѵᏙᴠ',
    w: 'ԜԝᎳᴡѡ',
    x: 'ХхΧχ',
    y: 'УуΥүҮʏγ',
    z: 'ΖᏃᴢ',
  }).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
);

/** The built-in name of the campaign, and what people shorten it to. */
const CAMPAIGN = ['one africa passport', 'one africa', 'africa passport', 'african passport'];

/** Words for roles at the campaign, in the languages of those who could be deceived. */
const ROLES = listed(`
  admin admins administrator administrators administration moderator moderators support helpdesk help team staff
  official officials verified security service services office webmaster billing campaign customer contact
  administrateur administratrice administrateurs moderateur moderatrice assistance aide equipe officiel officielle
  verifie securite bureau campagne client
  administrador administradora moderador suporte apoio equipa oficial
  msimamizi usaidizi rasmi
  مشرف الدعم الادارة
`);

/** Words that accompany them and say nothing about a person. */
const FILLER_WORDS = listed(`
  one africa african afrique africaine passport passeport passaporte pasipoti
  the of for and your our le la les de du des et pour votre notre do da ya wa
`);

/** No personal names, whatever accompanies them. */
const FORBIDDEN_WORDS = listed(`
  administrator administrators administrateur administratrice administrador administradora moderator moderateur
  helpdesk webmaster
`);

/** These signs look like the mark that only the site gives. */
const MARKS = /[\u2611\u2705\u2713\u2714\u{1F5F8}\u{1F6E1}]/u;

/** Longer ones are found within other letters: no personal name contains them. */
const foundWithin = 12;

/**
 * Whether a name could be taken for the campaign’s own, or for somebody’s who works for it. `siteNames` are those
 * that the site has now, which an administrator may change.
 */
export function looksLikeCampaign(name: string, siteNames: readonly string[]): boolean {
  if (MARKS.test(name)) return true;
  const targets = [...CAMPAIGN, ...siteNames].map((one) => wordsOf(one).join('')).filter(Boolean);
  // “Kofi (Admin)”: what is set apart is judged by itself.
  const parts = [name, ...name.split(/[()[\]{}|•·*:/,–—]|\s-\s/u)].map(wordsOf);
  return parts.some(
    (all) =>
      isCampaign(all, targets) || isRole(all) || all.some((word) => FORBIDDEN_WORDS.has(word)),
  );
}

/** Also where the words are written together or apart: “OneAfrica”, “One Afri ca”. */
function isCampaign(all: readonly string[], targets: readonly string[]): boolean {
  const whole = all.join('');
  return targets.some(
    (target) =>
      (target.length >= foundWithin && whole.includes(target)) ||
      hasRun(all, (run) => run === target),
  );
}

/** Whether one of the words, or some that follow each other written as one, is what is sought. */
const hasRun = (all: readonly string[], isMatch: (run: string) => boolean) =>
  all.some((_, from) =>
    all.some((_, to) => to >= from && isMatch(all.slice(from, to + 1).join(''))),
  );

/** Whether it says nothing but a part that is played, as “Official Support Team” or “AdminTeam” do. */
function isRole(all: readonly string[]): boolean {
  const whole = all.join('');
  /** What the first so many letters can be read as: nothing, words that can be beside a role, or a role. */
  const read: (undefined | 'beside' | 'role')[] = ['beside'];
  for (let end = 1; end <= whole.length; end++) {
    for (let from = Math.max(0, end - longest); from < end; from++) {
      const [before, word] = [read[from], whole.slice(from, end)];
      if (!before || !(ROLES.has(word) || FILLER_WORDS.has(word))) continue;
      if (before === 'role' || ROLES.has(word)) read[end] = 'role';
      else read[end] ??= 'beside';
    }
  }
  return read[whole.length] === 'role';
}

const longest = Math.max(...[...ROLES, ...FILLER_WORDS].map((word) => word.length));

function listed(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(plain));
}

/** A name as it looks, in words of plain letters. */
const wordsOf = (name: string): string[] =>
  plain(name)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/**
 * What a text looks like: compatible forms are one (full width, circled, mathematical letters), marks and what is not
 * seen are gone, and letters that look like Latin ones are those. The idea of UTS 39’s skeleton with the part of its
 * table that matters beside Latin: the packages that bring all of it were last cared for years ago, and it also makes one
 * of what only machines confuse (m and rn). Signs that stand for letters count as those.
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
function plain(text: string): string {
  const seen = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}’'ʼ`]/gu, '');
  return [...seen]
    .map((sign) => LOOKS_LIKE.get(sign) ?? sign.toLowerCase())
    .map((sign) => LOOKS_LIKE.get(sign) ?? sign)
    .join('');
}
