import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';

const asked = {
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'awa@example.org',
  country: 'Togo',
  message: 'Bonjour',
};

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
afterAll(() => site.close());

describe('a call is answered in the language of the page that sends it', () => {
  const french = () => site.visitor({ 'content-language': 'fr' });

  test('when it succeeds', async () => {
    const { body } = await french().post('/api/contact', asked);
    expect(body).toMatchObject({ message: expect.stringContaining('Merci') });
  });

  test('when it is refused, field by field', async () => {
    const { status, body } = await french().post('/api/unity-declaration', {
      ...asked,
      fullName: '',
      agreeToDeclaration: true,
    });
    expect([status, body]).toEqual([
      400,
      {
        message: 'Le nom complet est obligatoire',
        fields: { fullName: 'Le nom complet est obligatoire' },
      },
    ]);
  });

  test('when there is no such call', async () => {
    expect((await french().post('/api/nothing', {})).body).toEqual({ message: 'Introuvable.' });
  });
});

test('a caller who names no language is answered in English, as the interface is written', async () => {
  const { body } = await site.visitor().post('/api/unity-declaration', { ...asked, fullName: '' });
  expect(body).toMatchObject({ message: 'Full name is required' });
});
