import { LANGUAGES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { useWords } from '../../../web/words.tsx';
import { CONTENT_PATH } from '../../content/editing/paths.rules.ts';
import { EMAIL_PATH } from '../../mail/paths.rules.ts';
import { SETTINGS_PATH } from '../../members/settings/paths.rules.ts';
import { PAYMENTS_PATH } from '../../payments/core/paths.rules.ts';
import type { Overview } from './overview.contract.ts';
import type { SetupItem } from './setup.rules.ts';

/** What each is, why it is needed, and the button that leads to it. */
const ITEMS: Readonly<Record<SetupItem, { title: string; why: string; action: string }>> = {
  who: {
    title: words('Who we are'),
    why: words('The page shows visitors nothing about you until you write it.'),
    action: words('Write it'),
  },
  address: {
    title: words('Contact address'),
    why: words('Answers to our emails go to this address. Check that you can read it.'),
    action: words('Set the address'),
  },
  mail: {
    title: words('Email server'),
    why: words('Signatures, receipts and new passwords are confirmed by email.'),
    action: words('Set up email'),
  },
  notifications: {
    title: words('Notification address'),
    why: words('Without one, every administrator gets every notification.'),
    action: words('Choose the address'),
  },
  payment: {
    title: words('A way to pay'),
    why: words('At least one of card, Zelle, bank transfer and crypto.'),
    action: words('Choose methods'),
  },
  price: {
    title: words('Price'),
    why: words('The built-in price is in force until you save yours.'),
    action: words('Set the price'),
  },
  two_step: {
    title: words('Two-step login for all administrators'),
    why: words('One stolen password then opens nothing.'),
    action: words('See who lacks it'),
  },
  second_administrator: {
    title: words('Second administrator'),
    why: words('So that one lost telephone does not lock everyone out.'),
    action: words('Give someone a role'),
  },
  legal: {
    title: words('Privacy policy and terms'),
    why: words(
      'They are built in and name no country’s law. Read both and add what yours asks for.',
    ),
    action: words('Complete them'),
  },
  social: {
    title: words('Social pages'),
    why: words('The footer links to the pages that you name.'),
    action: words('Add links'),
  },
};

const textAt = (section: string, key: string) =>
  withQuery(CONTENT_PATH, { language: LANGUAGES[0], section, key });

/** Where each is done. */
const PLACES: Readonly<Record<SetupItem, string>> = {
  who: textAt('vision', 'who_people'),
  address: textAt('site', 'contact_email'),
  mail: EMAIL_PATH,
  notifications: EMAIL_PATH,
  payment: PAYMENTS_PATH,
  price: PAYMENTS_PATH,
  two_step: SETTINGS_PATH,
  second_administrator: SETTINGS_PATH,
  legal: textAt('privacy', 'intro'),
  social: textAt('site', 'social_facebook'),
};

/** What a new site still needs before visitors come. It can be folded. */
export function SetupList({ setup }: Pick<Overview, 'setup'>) {
  const t = useWords();
  return (
    <details open={countDone(setup) * 2 < setup.length} className="edged border-rule bg-raised">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-4 py-2 pe-4 ps-10">
        <h2 className="text-[1.125rem]">{t('Set up your campaign')}</h2>
        <SetupCount setup={setup} />
      </summary>
      <SetupItems setup={setup} />
    </details>
  );
}

const countDone = (setup: Overview['setup']) => setup.filter(({ isDone }) => isDone).length;

/** How much of it is done. */
export function SetupCount({ setup }: Pick<Overview, 'setup'>) {
  const t = useWords();
  return (
    <span className="text-muted figures">
      {t('{done} of {count} done', { done: countDone(setup), count: setup.length })}
    </span>
  );
}

/** Each with its state and the way to do it, or to change what was done. */
export function SetupItems({ setup }: Pick<Overview, 'setup'>) {
  const t = useWords();
  const next = setup.find(({ isDone }) => !isDone)?.item;
  return (
    <ul>
      {setup.map(({ item, isDone }) => {
        const { title, why, action } = ITEMS[item];
        return (
          <li
            key={item}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 edged-t border-rule px-4 py-2"
          >
            <span
              aria-hidden="true"
              className={`grid size-5 place-content-center ${isDone ? 'bg-leaf text-paper' : 'edged border-line'}`}
            >
              {isDone ? <Icon name="check" /> : null}
            </span>
            <span className="min-w-[min(12rem,100%)] flex-1">
              <b>{t(title)}</b>{' '}
              <span className={`block ${isDone ? 'text-success' : 'text-muted'}`}>
                {isDone ? t('Done') : t(why)}
              </span>
            </span>{' '}
            {isDone ? (
              <Button
                variant="quiet"
                aria-label={t('Change {name}', { name: t(title) })}
                {...linkTo(PLACES[item])}
              >
                {t('Change')}
              </Button>
            ) : (
              <Button variant={item === next ? 'primary' : 'secondary'} {...linkTo(PLACES[item])}>
                {t(action)}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
