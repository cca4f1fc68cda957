import type { ComponentType } from 'react';
import type { PageData } from '../../shared/page.ts';
import { ThanksPage } from './ThanksPage.tsx';

/** LIST of the pages that only say something, by their addresses. */
export const STILL_PAGES: Readonly<Record<string, ComponentType<{ data: PageData }> | undefined>> =
  {
    '/thanks/declaration': () => <ThanksPage deed="declaration" />,
    '/thanks/contact': () => <ThanksPage deed="contact" />,
    '/thanks/volunteer': () => <ThanksPage deed="volunteer" />,
    '/thanks/partner': () => <ThanksPage deed="partner" />,
  };
