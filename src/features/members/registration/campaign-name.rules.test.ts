import { describe, expect, test } from 'vitest';
import { looksLikeCampaign } from './campaign-name.rules.ts';

const site = ['One Africa Passport', 'Un passeport pour l’Afrique'];
const judge = (name: string, names = site) => looksLikeCampaign(name, names);

describe('the name of a member', () => {
  test.each([
    'One Africa Passport',
    'one africa passport',
    'One Africa',
    'OneAfrica Passport',
    'One-Africa.Passport',
    'The One Africa Passport Team',
    'xOneAfricaPassportx Kofi',
    'Africa Passport',
    'Un passeport pour l’Afrique',
    'ONE ÁFRICA PASSPORT',
  ])('%j is the campaign’s', (name) => expect(judge(name)).toBe(true));

  test.each([
    'Admin Admin',
    'Admin .',
    'Admin Team',
    'AdminTeam One',
    'Official Support',
    'Support One Africa',
    'Customer Service',
    'Passport Office',
    'Équipe officielle',
    'Le Support',
    'Assistance Passeport',
    'Suporte Oficial',
    'Usaidizi Rasmi',
    'Kofi (Admin)',
    'Kofi – Support',
    'Kofi - Official',
    'Kofi Moderator',
    'Ama Administrator',
    'Kofi Mensah ✓',
    'Kofi Mensah ✅',
    'Kofi 🛡️',
  ])('%j is that of somebody who works for it', (name) => expect(judge(name)).toBe(true));

  test.each([
    ['Cyrillic', 'Аdmin Тeam'],
    ['Cyrillic throughout', 'ОNЕ АFRIСА РАSSРОRТ'],
    ['Greek', 'Οne Αfrica Ρassport'],
    ['full width', 'Ａｄｍｉｎ Ｔｅａｍ'],
    ['mathematical', '𝐎𝐟𝐟𝐢𝐜𝐢𝐚𝐥 𝒮𝓊𝓅𝓅𝑜𝓇𝓉'],
    ['circled', 'Ⓐⓓⓜⓘⓝ Ⓣⓔⓐⓜ'],
    ['small capitals', 'ᴀᴅᴍɪɴ ᴛᴇᴀᴍ'],
    ['digits', '0ne 4frica Passp0rt'],
    ['marks', 'Ádmïn Tèàm'],
    ['zero width', 'Ad\u200Bmin Te\u200Dam'],
    ['a soft hyphen', 'Sup\u00ADport Team'],
    ['spaces', 'O n e A f r i c a P a s s p o r t'],
  ])('in signs that look like its letters is seen through (%s: %s)', (_how, name) =>
    expect(judge(name)).toBe(true),
  );

  // Akan, Yoruba, Igbo, Hausa, Wolof, Amharic, Tigrinya, Arabic, Berber, Swahili, Zulu, Shona, Malagasy, Cape Verdean …
  test.each([
    'Kwame Nkrumah',
    'Ọlá Adébáyọ̀',
    'Chukwuemeka Ọdụmegwu-Ojukwu',
    'Nneka O’Brien',
    'Ɗan Ƙasa',
    'Aïssatou N’Diaye',
    'Fatou Diop ép. Sarr',
    'አበበ ቢቂላ',
    'ትርሃስ ገብረ',
    'فاطمة الزهراء',
    'محمد المشرفي',
    'ⵜⵉⵏⵀⵉⵏⴰⵏ ⴰⵢⵜ',
    'ߛߟߏߡߊ߫ ߞߊ߲ߕߍ',
    'Wangarĩ Maathai',
    'Juma wa Nyerere',
    'Nomvula Mkhize',
    'Tendai Moyo',
    'Rakotomalala Andrianampoinimerina',
    'Maria da Graça',
    'José dos Santos',
    'Admina Kamara',
    'Admin Hodžić',
    'Admire Ncube',
    'Administer Dube',
    'Support Ncube',
    'Official Mensah',
    'Helping Moyo',
    'Service Banda',
    'Desire Bureau',
    'Simone Africa',
    'Africa Gómez',
    'Afrika Bambaataa',
    'One Mosweu',
    'Tone Africa',
    'Rasmi Juma',
    'Oficial de Sousa',
    'Verified Phiri',
    'Joe Staff',
    'Teamir Assefa',
    'Clientèle Mbuyi',
    'Δημήτρης Παπαδόπουλος',
    'Наталья Админова',
    'Nguyễn Văn An',
    'A',
    '.',
    '',
  ])('%j is a person’s', (name) => expect(judge(name)).toBe(false));

  test('that the site has been given is the campaign’s too, and one word of it only as a whole', () => {
    expect(judge('Unity Road', ['Unity Road'])).toBe(true);
    expect(judge('Unity Moyo', ['Unity Road'])).toBe(false);
    expect(judge('Unity Road', [''])).toBe(false);
  });
});
