import { describe, expect, test } from 'vitest';
import { openSite } from '../../server/testing.ts';
import { Fault } from '../../shared/fault.ts';
import { hashPassword, verifyPassword, weaknessOf } from './password.service.ts';

const settings = { passwordMinLength: 6, adminPasswordMinLength: 6 };

describe('passwords', () => {
  test('are stored as Argon2id with 19 MiB, two passes, a parallelism of one, and a salt of their own', async () => {
    const [one, two] = await Promise.all([
      hashPassword('a fine secret'),
      hashPassword('a fine secret'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  test('differ from others, however the keyboard spells their accents', async () => {
    const composed = await hashPassword('Éléonore'.normalize('NFC'));
    expect(await verifyPassword('Éléonore'.normalize('NFD'), composed)).toBe(true);
    expect(await verifyPassword('Eleonore', composed)).toBe(false);
  });

  test('belong to nobody where there is no account', async () => {
    expect(await verifyPassword('anything', undefined)).toBe(false);
  });

  test('two are compared at once and 32 wait; the rest are asked to come back, and nobody waits for ever', async () => {
    const hash = await hashPassword('a fine secret');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () => verifyPassword('a fine secret', hash)),
    );
    expect(outcomes.filter((o) => o.status === 'fulfilled' && o.value)).toHaveLength(34);
    const refused = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason as Fault] : []));
    expect(refused).toHaveLength(26);
    for (const fault of refused) {
      expect(fault).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    }
    expect(await verifyPassword('a fine secret', hash)).toBe(true);
  });

  test.each(['123456', 'PassWord1', 'iloveyou', 'ｐａｓｓｗｏｒｄ'])(
    'the common %s is refused',
    (password) => {
      expect(weaknessOf(password, { email: 'ama@example.org' }, settings)).toMatch(/most common/);
    },
  );

  test.each(['Dragon99!', 'p@ssw0rd', 'P@$$w0rd2026', '!!football!!', '1sunsh1ne', 'we1c0me!'])(
    'the common word in %s is refused',
    (password) => {
      expect(weaknessOf(password, { email: 'ama@example.org' }, settings)).toMatch(/most common/);
    },
  );

  test.each(['xkxkxkxk', 'kentekente', 'uuuuuuuuu', 'ghijklmno', '9876543210zz', 'abcd6789stuv'])(
    'the repeated or counted %s is refused',
    (password) => {
      expect(weaknessOf(password, { email: 'ama@example.org' }, settings)).toMatch(
        /repeats itself or counts up/,
      );
    },
  );

  test.each([
    'one-Africa-2026',
    'oneAfr1ca54',
    'Nkrumah1957',
    'kwame.nkrumah',
    'kwamé-sea9',
    'harbour2026',
  ])('of %s little is left without the names and the address', (password) => {
    const kwame = { email: 'kwame@harbour.example', firstName: 'Kwamé', lastName: 'Nkrumah' };
    const [weakness, elsewhere] = [kwame, { email: 'x@y.example' }].map((holder) =>
      weaknessOf(password, holder, settings),
    );
    expect(weakness).toMatch(/made of a name or an address/);
    expect(elsewhere === undefined).toBe(!/afr.ca/i.test(password));
  });

  test.each([
    'kente-and-gold',
    'baobab at noon',
    'three rivers of Africa',
    'defend',
    'kwame and the lagoon',
  ])('that say more are taken: %s', (password) => {
    const kwame = { email: 'kwame@harbour.example', firstName: 'Kwamé', lastName: 'Nkrumah' };
    expect(weaknessOf(password, kwame, settings)).toBeUndefined();
  });

  test('the address and its name are refused', () => {
    for (const password of ['ama.mensah@example.org', 'Ama.Mensah']) {
      expect(weaknessOf(password, { email: 'ama.mensah@example.org' }, settings)).toMatch(
        /differ from the email/,
      );
    }
  });

  test('PASSWORD_MIN_LENGTH is asked for in the language of the form', async () => {
    const site = await openSite({ environment: { PASSWORD_MIN_LENGTH: '12' } });
    const answer = await site.visitor({ 'accept-language': 'fr' }).post('/api/auth/register', {
      email: 'ama@example.org',
      firstName: 'Ama',
      lastName: 'Mensah',
      password: 'eleven char',
    });
    await site.close();
    const message = 'Le mot de passe doit comporter au moins 12 caractères';
    expect(answer).toMatchObject({ status: 400, body: { message, fields: { password: message } } });
  });

  test('PASSWORD_MIN_LENGTH is asked for in words', () => {
    const weakness = weaknessOf(
      'eleven char',
      { email: 'ama@example.org' },
      { ...settings, passwordMinLength: 12 },
    );
    expect(weakness).toBe('Password must be at least 12 characters');
    expect(
      weaknessOf(
        'twelve chars',
        { email: 'ama@example.org' },
        { ...settings, passwordMinLength: 12 },
      ),
    ).toBeUndefined();
  });
});
