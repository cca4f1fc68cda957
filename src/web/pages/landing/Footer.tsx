import { SITE } from '../../../features/content/texts/site.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { KitNotice } from '../../ui/KitNotice.tsx';
import { MailLink } from '../../ui/MailLink.tsx';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { LanguageLinks } from '../header/LanguageLinks.tsx';
import { SiteName } from '../header/SiteName.tsx';
import { SocialLinks } from './SocialLinks.tsx';

interface FooterProps {
  data: PageData;
  /** The page's own path, which is not the address where a form that was refused stays. */
  path: string;
}

/** The campaign in a sentence, links to other pages, and the page in another language. */
export function Footer({ data, path }: FooterProps) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const address = say(SITE.contact_email);
  const isStartPage = path === '/';
  const to = (id: string) => (isStartPage ? `#${id}` : href(`/#${id}`));
  return (
    <footer id="footer" className="bg-indigo text-clay">
      <WovenBand />
      <div className="part grid-cols-2 gap-x-6 py-14 md:grid-cols-[3fr_3fr_2fr]">
        <div className="col-span-full grid content-start gap-5 md:col-auto">
          <p className="display text-lg">
            <SiteName />
          </p>
          <p>{say(SITE.tagline)}</p>
          {address ? (
            <p>
              <MailLink address={address} />
            </p>
          ) : null}
          <SocialLinks />
          <KitNotice />
        </div>
        <Links
          name={t('The campaign')}
          links={[
            [to('home'), t('Home')],
            [to('vision'), t('Vision')],
            [to('benefits'), t('Benefits')],
            [to('history'), t('Heritage')],
            [href('/updates'), t('Progress Updates')],
            [href('/faq'), t('FAQ')],
            [href('/sources'), t('Sources')],
            [href('/application'), t('Your application')],
          ]}
        />
        <Links
          name={t('Get Involved')}
          links={[
            [href('/sign'), t('Sign Unity Declaration'), isStartPage],
            [href('/volunteer'), t('Volunteer'), isStartPage],
            [href('/partner'), t('Partner with Us'), isStartPage],
            [href('/share'), t('Share'), isStartPage],
          ]}
        />
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 edged-t pt-4">
          <p>{`© 2024–${data.year} ${say(SITE.copyright_holder)}`}</p>
          <ul className="flex flex-wrap gap-x-6">
            <li>
              <a href={href('/privacy')}>{t('Privacy Policy')}</a>
            </li>
            <li>
              <a href={href('/terms')}>{t('Terms of Service')}</a>
            </li>
            <li>
              <a href={href('/cookies')}>{t('Cookie Policy')}</a>
            </li>
            <li>
              <LanguageLinks path={path} />
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}

type Link = readonly [href: string, name: string, opensDialog?: boolean];

function Links({ name, links }: { name: string; links: readonly Link[] }) {
  return (
    <nav aria-label={name}>
      <b>{name}</b>
      <ul>
        {links.map(([href, label, opensDialog]) => (
          <li key={href}>
            <a href={href} {...(opensDialog ? { 'data-live': '' } : {})}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
