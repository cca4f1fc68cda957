import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { listAdministrators } from '../../../server/user.store.ts';
import type { Permission } from '../../../shared/access.ts';
import { idOf } from '../../../shared/content.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { loadPublished } from '../../content/publishing/content.service.ts';
import { OWNERS_TEXTS } from '../../content/texts/known-texts.rules.ts';
import { PRIVACY } from '../../content/texts/privacy.rules.ts';
import { SITE } from '../../content/texts/site.rules.ts';
import { TERMS } from '../../content/texts/terms.rules.ts';
import {
  findActiveConfig as findMailServer,
  findNotificationEmail,
} from '../../mail/smtp/email-config.store.ts';
import { countAdministratorsWithoutSecondFactor } from '../../members/second-factor/second-factor.store.ts';
import { findActiveConfig } from '../../payments/pricing/payment-config.store.ts';
import { listWaysToPay } from '../../payments/pricing/payment-config.service.ts';
import { SETUP, SETUP_ITEMS, type SetupItem } from './setup.rules.ts';

type Asked = Pick<AppContext, 'db' | 'externalServices'>;

const SOCIAL = [SITE.social_facebook, SITE.social_x, SITE.social_instagram, SITE.social_youtube];

/** Built-in texts are English, and hold for the other languages until those have their own. */
const published = (db: Database, texts: Parameters<typeof loadPublished>[2]) =>
  loadPublished(db, LANGUAGES[0], texts);

/** How each is known to be done. */
const IS_DONE: Readonly<Record<SetupItem, (asked: Asked) => Promise<boolean>>> = {
  who: async ({ db }) => {
    const texts = await published(db, OWNERS_TEXTS);
    return OWNERS_TEXTS.every((text) => texts[idOf(text)]);
  },
  address: async ({ db }) =>
    Boolean((await published(db, [SITE.contact_email]))[idOf(SITE.contact_email)]),
  mail: async ({ db }) => (await findMailServer(db)) !== undefined,
  notifications: async ({ db }) => Boolean(await findNotificationEmail(db)),
  payment: async ({ db, externalServices }) =>
    externalServices.card() !== undefined || (await listWaysToPay(db)).length > 0,
  price: async ({ db }) => (await findActiveConfig(db, 'pricing')) !== undefined,
  two_step: async ({ db }) => (await countAdministratorsWithoutSecondFactor(db)) === 0,
  second_administrator: async ({ db }) => (await listAdministrators(db)).length > 1,
  // Built in they name no country's law: who adds to each has read it.
  legal: async ({ db }) => {
    for (const page of [PRIVACY, TERMS]) {
      const texts = Object.values(page);
      const own = await published(db, texts);
      if (!texts.some((text) => (own[idOf(text)] ?? text.fallback) !== text.fallback)) return false;
    }
    return true;
  },
  social: async ({ db }) => Object.values(await published(db, SOCIAL)).some(Boolean),
};

/** What a new site needs, of that which the caller may do. */
export async function readSetup(asked: Asked, permissions: readonly Permission[]) {
  const setup: { item: SetupItem; isDone: boolean }[] = [];
  for (const item of SETUP_ITEMS)
    if (permissions.includes(SETUP[item])) setup.push({ item, isDone: await IS_DONE[item](asked) });
  return setup;
}
