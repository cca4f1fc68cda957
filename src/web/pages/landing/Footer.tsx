import type { PageData } from '../../../shared/page.ts';
import { NOTICE } from '../../../shared/notice.ts';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { CONTACT_ADDRESS } from '../../../shared/contact-address.ts';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

/** `base` leads to the start page's sections from other pages; empty on the start page itself. */
export function Footer({ data, base }: { data: PageData; base: '' | '/' }) {
  const href = useHref();
  const to = (id: string) => (base ? href(`/#${id}`) : `#${id}`);
  const t = useWords();
  const link = 'inline-flex min-h-11 items-center';
  return (
    <footer className="bg-indigo text-clay">
      <WovenBand />
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-12 md:grid-cols-3">
        <div className="grid content-start gap-3">
          <p className="display text-xl">{t('One Africa Passport')}</p>
          <p>{t('Fifty-four threads. One cloth.')}</p>
          <p>
            <a className={link} href={`mailto:${CONTACT_ADDRESS}`}>
              {CONTACT_ADDRESS}
            </a>
          </p>
        </div>
        <nav aria-label={t('Get Involved')}>
          <p className="font-bold">{t('Get Involved')}</p>
          <ul>
            <li>
              <a className={link} href={href('/sign')} data-live="">
                {t('Sign Unity Declaration')}
              </a>
            </li>
            <li>
              <a className={link} href={to('buy-now')}>
                {t('Apply for the kit')}
              </a>
            </li>
            <li>
              <a className={link} href={to('contact')}>
                {t('Contact')}
              </a>
            </li>
          </ul>
        </nav>
        <p className="text-[0.9375rem]">{t(NOTICE)}</p>
      </div>
      <p className="mx-auto max-w-6xl px-5 pb-8 text-[0.875rem]">
        {t('© 2024–{year} One Africa Passport', { year: String(data.year) })}
      </p>
    </footer>
  );
}
