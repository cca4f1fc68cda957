import type { ComponentType } from 'react';
import type { PageData } from '../../../shared/page.ts';
import { PosterPage } from '../print/PosterPage.tsx';
import { SheetPage } from '../print/SheetPage.tsx';
import { CountriesPage } from './CountriesPage.tsx';
import { FaqPage } from './FaqPage.tsx';
import { LegalPage } from './LegalPage.tsx';
import { SourcesPage } from './SourcesPage.tsx';
import { ThanksPage } from './ThanksPage.tsx';
import { UpdatesPage } from './UpdatesPage.tsx';

/** LIST of the pages that only say something, by their addresses. */
export const STATIC_PAGES: Readonly<Record<string, ComponentType<{ data: PageData }> | undefined>> =
  {
    '/countries': CountriesPage,
    '/sources': SourcesPage,
    '/updates': UpdatesPage,
    '/faq': FaqPage,
    '/privacy': () => <LegalPage name="privacy" />,
    '/terms': () => <LegalPage name="terms" />,
    '/cookies': () => <LegalPage name="cookies" />,
    '/sheet': SheetPage,
    '/poster': PosterPage,
    '/thanks/withdrawn': () => <ThanksPage form="withdrawn" />,
    '/thanks/contact': () => <ThanksPage form="contact" />,
    '/thanks/volunteer': () => <ThanksPage form="volunteer" />,
    '/thanks/partner': () => <ThanksPage form="partner" />,
  };
