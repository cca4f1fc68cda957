import { CARD } from '../../features/content/texts/card.rules.ts';
import { SITE } from '../../features/content/texts/site.rules.ts';
import { HIDDEN, idOf, type Text } from '../../shared/content.ts';
import { SHORT_NOTICE } from '../../shared/notice.ts';
import type { PageData } from '../../shared/page.ts';
import { pictureIn } from '../../shared/picture.ts';
import { type Locale, translate, words } from '../../shared/words.ts';
import type { CataloguePart } from '../locales.ts';

interface Described {
  title: string;
  /** Path of the page that says the same; absent for pages that no one should find by searching. */
  canonicalPath?: string;
  /** What can be done there, before the short notice; absent: what the campaign is. */
  summary?: string;
  isEager?: boolean;
  /** What `loadPage` fetches for it: sentences and modules. */
  code?: { part: CataloguePart; modules: readonly string[] };
}

const registration = 'src/features/members/registration';
const signature = {
  part: 'dialogs',
  modules: ['src/features/declaration/SignaturePage.tsx'],
} as const;

/** Title and place of each public address but the start page's. */
const PAGES: Readonly<Record<string, Described>> = {
  '/sign': {
    title: words('Sign the Unity Declaration'),
    canonicalPath: '/sign',
    summary: words('Add your name to the Unity Declaration. It is free and takes a minute.'),
  },
  '/volunteer': {
    title: words('Volunteer Application'),
    canonicalPath: '/volunteer',
    summary: words('Give the campaign your time and skills, from one hour a week.'),
    code: { part: 'dialogs', modules: ['src/features/volunteer/VolunteerDialog.tsx'] },
  },
  '/partner': {
    title: words('Partnership Application'),
    canonicalPath: '/partner',
    summary: words('Propose how your organization and the campaign can work together.'),
    code: { part: 'dialogs', modules: ['src/features/partner/PartnerDialog.tsx'] },
  },
  '/share': {
    title: words('Share the campaign'),
    canonicalPath: '/share',
    summary: words('Tell the people you know about the campaign for one African passport.'),
    code: { part: 'dialogs', modules: ['src/web/pages/landing/ShareDialog.tsx'] },
  },
  '/apply': {
    title: words('Apply for the campaign kit'),
    canonicalPath: '/apply',
    summary: words('Fill in the application for the campaign kit, then choose how to pay.'),
    code: { part: 'apply', modules: ['src/web/pages/landing/BuyNow.tsx'] },
  },
  '/join': {
    title: words('Join the Movement'),
    isEager: true,
    code: {
      part: 'dialogs',
      modules: [`${registration}/AccountDialog.tsx`, `${registration}/Membership.tsx`],
    },
  },
  '/application': {
    title: words('Your application'),
    isEager: true,
    code: {
      part: 'application',
      modules: ['src/features/application-status/ApplicationPage.tsx'],
    },
  },
  '/contact': {
    title: words('Request Information'),
    canonicalPath: '/contact',
    summary: words('Ask the campaign a question. One of us reads and answers every message.'),
  },
  '/countries': { title: words('Signatures by country'), canonicalPath: '/countries' },
  '/sources': { title: words('Sources'), canonicalPath: '/sources' },
  '/updates': { title: words('Progress Updates'), canonicalPath: '/updates' },
  '/faq': { title: words('Questions and answers'), canonicalPath: '/faq' },
  '/embed': { title: words('Sign the Unity Declaration') },
  '/signature': { title: words('Your signature'), code: signature },
  '/signature/withdraw': { title: words('Withdraw your signature'), code: signature },
  '/receipt': { title: words('Receipt') },
  '/privacy': { title: words('Privacy Policy'), canonicalPath: '/privacy' },
  '/terms': { title: words('Terms of Service'), canonicalPath: '/terms' },
  '/cookies': { title: words('Cookie Policy'), canonicalPath: '/cookies' },
  '/sheet': {
    title: words('Signature sheet'),
    canonicalPath: '/sheet',
    summary: words('Print this sheet and collect signatures on paper where people meet.'),
  },
  '/poster': {
    title: words('Poster'),
    canonicalPath: '/poster',
    summary: words('Print this poster and put it up where people meet.'),
  },
  '/thanks/declaration': { title: words('Thank you'), code: signature },
  '/thanks/withdrawn': { title: words('Signature withdrawn') },
  '/thanks/contact': { title: words('Message Sent Successfully!') },
  '/thanks/volunteer': { title: words('Application Submitted Successfully!') },
  '/thanks/partner': { title: words('Partnership Application Submitted!') },
};

/** A page's title and metadata, in its language. */
export function describePage(path: string, data: PageData, locale: Locale) {
  const say = (text: Text) => {
    const published = data.content[idOf(text)];
    return published && published !== HIDDEN ? published : translate(text.fallback, {}, locale);
  };
  const siteName = say(SITE.name);
  // Cards in other people's messages show little more than this.
  const noticed = (text: string) => `${text} ${translate(SHORT_NOTICE, {}, locale)}`;
  const description = noticed(say(CARD.summary));
  const card = pictureIn(data.content[idOf(CARD.picture)] ?? '');
  const common = { language: locale.tag as 'en', siteName, description, card };
  if (path === '/') {
    return {
      ...common,
      status: 200,
      title: siteName,
      canonicalPath: '/',
    };
  }
  const known = PAGES[path];
  if (!known) return { ...common, status: 404, title: translate(NOT_FOUND, {}, locale) };
  const { summary, code, ...described } = known;
  return {
    ...common,
    ...described,
    ...(summary ? { description: noticed(translate(summary, {}, locale)) } : {}),
    ...(code ? { ownCode: [`virtual:locale/${locale.tag}/${code.part}`, ...code.modules] } : {}),
    status: 200,
    title: `${translate(known.title, {}, locale)} · ${siteName}`,
  };
}

const NOT_FOUND = words('Page Not Found');
