import { HIDDEN, idOf, type Text } from '../../../shared/content.ts';
import { NOTICE_TEXTS } from '../../../shared/notice.ts';
import { pictureIn, type PictureUse } from '../../../shared/picture.ts';
import { BENEFITS } from './benefits.rules.ts';
import { BUY_NOW } from './buy-now.rules.ts';
import { CALL_TO_ACTION } from './call-to-action.rules.ts';
import { CARD } from './card.rules.ts';
import { CONTACT } from './contact.rules.ts';
import { COOKIES } from './cookies.rules.ts';
import { COUNTRIES } from './countries.rules.ts';
import { FAQ } from './faq.rules.ts';
import { HERITAGE } from './heritage.rules.ts';
import { HERO } from './hero.rules.ts';
import { NUMBERS } from './numbers.rules.ts';
import { PARTNER } from './partner.rules.ts';
import { PRIVACY } from './privacy.rules.ts';
import { RATIFICATION } from './ratification.rules.ts';
import { SHARE } from './share.rules.ts';
import { SITE } from './site.rules.ts';
import { SOURCES_PAGE } from './sources.rules.ts';
import { TERMS } from './terms.rules.ts';
import { TESTIMONIALS } from './testimonials.rules.ts';
import { UPDATE_PICTURES, UPDATES } from './updates.rules.ts';
import { VISION } from './vision.rules.ts';
import { VOLUNTEER } from './volunteer.rules.ts';

/** Texts that the server alone draws: the browser is not given what was published for them. */
const STILL = [
  HERO,
  NUMBERS,
  RATIFICATION,
  VISION,
  BENEFITS,
  HERITAGE,
  TESTIMONIALS,
  CALL_TO_ACTION,
  COUNTRIES,
  SOURCES_PAGE,
  UPDATES,
  FAQ,
  PRIVACY,
  TERMS,
  COOKIES,
  CARD,
];
/** Texts that hydrated parts of the page show. */
const EVERYWHERE = [SITE, NOTICE_TEXTS];
const LIVE = [BUY_NOW, CONTACT, VOLUNTEER, PARTNER, SHARE];

const textsOf = (sections: readonly Readonly<Record<string, Text>>[]): Text[] =>
  sections.flatMap((texts) => Object.values(texts));

/** LIST of every text of the pages: what the dashboard offers and seeds. */
export const KNOWN_TEXTS: readonly Text[] = textsOf([...EVERYWHERE, ...STILL, ...LIVE]);

/** Facts about the campaign itself, without built-in words: the dashboard asks for them until somebody wrote them. */
export const OWNERS_TEXTS = [
  VISION.who_people,
  VISION.who_legal_form,
  VISION.who_country,
  VISION.who_price,
  RATIFICATION.recipients_text,
] as const;

const hideable = new Map(KNOWN_TEXTS.map((text) => [idOf(text), text.canHide]));

/** Whether a text may be hidden. One that no page shows is nobody's to keep. */
export const canHide = (text: Pick<Text, 'section' | 'key'>): boolean =>
  hideable.get(idOf(text)) ?? true;

/** Texts that the pages use as the address of a link. */
const addresses = new Set(
  [SITE.social_facebook, SITE.social_x, SITE.social_instagram, SITE.social_youtube].map(idOf),
);

export const isAddressOfLink = (text: Pick<Text, 'section' | 'key'>): boolean =>
  addresses.has(idOf(text));

const live = new Set(textsOf([...EVERYWHERE, ...LIVE]).map(idOf));

/** Whether hydrated parts of the page show a text, by its `section.key`. */
export const isLive = (id: string): boolean => live.has(id);

const pictures = new Map<string, PictureUse>([
  [idOf(CARD.picture), 'card'],
  ...UPDATE_PICTURES.map((text) => [idOf(text), 'page'] as const),
]);

/** What the picture is for that a text puts into a page; undefined where a text is words. */
export const pictureUse = (text: Pick<Text, 'section' | 'key'>): PictureUse | undefined =>
  pictures.get(idOf(text));

/** A picture without words, or words without a picture: not ready to be kept. */
export const isHalfPicture = (text: Pick<Text, 'section' | 'key'>, value: string): boolean =>
  pictureUse(text) !== undefined && value.trim() !== HIDDEN && !pictureIn(value.trim());
