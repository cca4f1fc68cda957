import { expect, test } from 'vitest';
import { minutes } from '../../shared/time.ts';
import { openSite } from '../testing.ts';

const path = '/api/unity-declaration';
const signer = (n: number) => ({
  fullName: 'Awa Diop',
  email: `awa${n}@example.org`,
  country: 'Senegal',
  agreeToDeclaration: true,
});
const plainForm = (trap: string) =>
  new URLSearchParams({ ...signer(0), agreeToDeclaration: 'on', websiteAddress: trap });

test('what the controls refuse is logged once a minute for each, with how often, and names nobody', async () => {
  const lines: string[] = [];
  const site = await openSite({
    work: false,
    environment: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  });
  const visitor = site.visitor();
  await visitor.get('/sign');
  expect((await visitor.post(path, plainForm(''))).status).toBe(429);
  expect((await visitor.post(path, plainForm('https://spam.example'))).status).toBe(400);
  for (let n = 0; n < 8; n++) await visitor.post(path, signer(n));
  for (let n = 0; n < 3; n++) expect((await visitor.post(path, signer(8))).status).toBe(429);
  await visitor.post(path, signer(8), { 'proof-of-work': 'nonsense' });
  site.clock.setOffset(minutes(1));
  await visitor.post(path, signer(8), { 'proof-of-work': 'nonsense' });
  await site.close();

  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const refused = said.filter(({ msg }) => msg === 'refused by a control');
  expect(refused.map(({ control, times }) => [control, times])).toEqual([
    ['shortest-time', 1],
    ['trap-field', 1],
    ['public-form', 1],
    ['proof-of-work', 1],
    ['public-form', 4],
    ['proof-of-work', 1],
  ]);
  expect(lines.join('')).not.toMatch(/awa|spam\.example|127\.0\.0\.1/i);
});
