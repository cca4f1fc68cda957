import type { Language } from '../../src/shared/language.ts';

/** People's texts, in the language in which they read the site. */
type Texts = Readonly<Record<Language, readonly string[]>>;

export const QUESTIONS: Texts = {
  en: [
    'Our youth group would like to hold an evening about the campaign. May we print your texts, and do you have pictures for us?',
    'Is the kit sent to villages without street names? The courier usually calls me from the market.',
    'I signed last month and would like to change my email address. How do I do that?',
    'I teach history at a secondary school. Which of the sources on your page may I give to my class?',
    'Do you also ship to students who live abroad for a year?',
    'A friend told me about the campaign. Can a family apply together, or does everybody fill in the form?',
    'We are a community radio station and would like to talk with somebody of your team on Thursday evening.',
    'I paid by bank transfer on Monday. When do I hear from you?',
  ],
  fr: [
    'Notre association de quartier aimerait organiser une soirée sur la campagne. Pouvons-nous imprimer vos textes ?',
    'Envoyez-vous aussi le kit dans les villages sans nom de rue ? Le livreur m’appelle d’habitude depuis le marché.',
    'J’ai signé le mois dernier et je voudrais changer d’adresse e-mail. Comment faire ?',
    'J’enseigne l’histoire au lycée. Quelles sources de votre page puis-je donner à ma classe ?',
    'Une famille peut-elle faire une seule demande, ou chacun remplit-il le formulaire ?',
    'Nous sommes une radio communautaire et aimerions parler avec quelqu’un de votre équipe jeudi soir.',
    'J’ai payé par virement lundi. Quand aurai-je de vos nouvelles ?',
  ],
};

export const SKILLS: Texts = {
  en: [
    'Translation (Swahili, English)',
    'Photography and short films',
    'Bookkeeping for associations',
    'Organising events, talking to strangers',
    'Web design, accessibility',
    'Teaching, leading workshops',
  ],
  fr: [
    'Traduction (wolof, français)',
    'Photographie et courts métrages',
    'Comptabilité d’associations',
    'Organisation d’événements',
    'Animation d’ateliers',
  ],
};

export const EXPERIENCE: Texts = {
  en: [
    'Five years in a youth club',
    'I kept the accounts of our cooperative',
    'Two election campaigns',
  ],
  fr: ['Cinq ans dans un club de jeunes', 'J’ai tenu les comptes de notre coopérative'],
};

export const MOTIVATION: Texts = {
  en: [
    'I needed three visas to visit three cousins. Our children should not.',
    'My grandmother walked across borders that did not exist yet. I would like to help that story be told.',
    'I have two free evenings a week and would rather build something than complain.',
  ],
  fr: [
    'Il m’a fallu trois visas pour rendre visite à trois cousins. Que nos enfants n’en aient plus besoin.',
    'J’ai deux soirées libres par semaine et je préfère construire que me plaindre.',
  ],
};

export const CONTRIBUTION: Texts = {
  en: [
    'A hall for 120 people twice a year, and our newsletter with 4,000 readers.',
    'Twenty volunteers and a stall at our summer festival.',
    'A series of six broadcasts, recorded in our studio.',
  ],
  fr: [
    'Une salle de 120 places deux fois par an et notre lettre à 4 000 lecteurs.',
    'Vingt bénévoles et un stand à notre festival d’été.',
  ],
};

export const ORGANISATIONS = [
  'Baobab Readers’ Circle',
  'Two Rivers Youth Forum',
  'Radio Étoile du Sahel',
  'Kente & Code Studio',
  'Great Lakes Translators’ Guild',
  'Atlantic Diaspora Centre',
  'Savanna Cycling League',
  'Maison des Contes',
  'Red Sea Photographers',
  'Table Mountain Debating Society',
];

export const BIOS: Texts = {
  en: ['Nurse, reader, bad dancer.', 'I repair bicycles and write letters.', 'Student of law.'],
  fr: ['Infirmière, lectrice, piètre danseuse.', 'Je répare des vélos et j’écris des lettres.'],
};
export const INTERESTS: Texts = {
  en: ['History, football, open borders', 'Music, languages', 'Markets and maps'],
  fr: ['Histoire, football, frontières ouvertes', 'Musique, langues'],
};

export const SUBJECTS: Texts = {
  en: ['Hello from the meeting', 'Your talk on Sunday', 'Translating the leaflet', 'A question'],
  fr: ['Bonjour de la réunion', 'Votre intervention de dimanche', 'Traduire le dépliant'],
};
export const MESSAGES: Texts = {
  en: [
    'It was good to meet you at the reading. Shall we plan the next one together?',
    'I have put the leaflet into our language. Would you read it before we print it?',
    'Thank you, that helps a lot.',
    'Saturday works for me, after the market.',
    'How many people do you expect? The room takes eighty.',
    'My cousin would like to join too. I gave her the link.',
    'I am late with this, sorry. You have it tonight.',
  ],
  fr: [
    'J’ai été heureux de vous rencontrer à la lecture. Préparons-nous la prochaine ensemble ?',
    'J’ai traduit le dépliant dans notre langue. Voulez-vous le relire avant l’impression ?',
    'Merci, cela m’aide beaucoup.',
    'Samedi me convient, après le marché.',
    'Ma cousine voudrait venir aussi. Je lui ai donné le lien.',
  ],
};
/** The text of a reported message. */
export const NUISANCE = 'Send me money today and I get you ten signatures tomorrow, trust me!!!';
