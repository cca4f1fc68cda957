import { expect, test } from 'vitest';
import { strengthOf } from './strength.rules.ts';

const who = ['awa.diop@example.org', 'Awa', 'Diop'];

test.each([
  ['nothing yet', '', ''],
  ['a word', 'baobab', 'weak'],
  ['one of the first that are tried, with digits at its end', 'Motdepasse1!', 'weak'],
  ['a part that repeats', 'kentekentekentekente', 'weak'],
  ['characters that follow each other', 'abcdefghijklmnop123456789', 'weak'],
  ['the name and the address of its owner', 'Awa.Diop-example', 'weak'],
  ['the name of the site', 'one-africa-passport', 'weak'],
  ['two words', 'baobab noon', 'fair'],
  ['three words', 'baobab at noon', 'good'],
  ['four words', 'kente, gold and indigo', 'very good'],
  ['twelve characters of every kind', 'x7!Qm2#Lp9?d', 'good'],
])('%s', (_, password, strength) => {
  const sentence = strengthOf(password, who);
  if (strength) expect(sentence).toMatch(new RegExp(`^Password strength: ${strength}\\.`));
  else expect(sentence).toBe('');
});
