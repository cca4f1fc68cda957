import { APPLICATION_PATH } from '../../../features/application/link.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { Benefits } from './Benefits.tsx';
import { CallToAction } from './CallToAction.tsx';
import { Footer } from './Footer.tsx';
import { Heritage } from './Heritage.tsx';
import { Hero } from './Hero.tsx';
import type { StaticParts } from './LandingPage.tsx';
import { Testimonials } from './Testimonials.tsx';
import { Vision } from './Vision.tsx';

/** The sections that the server alone draws, in the order of the page; `path` is the page's own. */
export const staticParts = (data: PageData, path: string): StaticParts => ({
  main: (
    <>
      <Hero data={data} />
      <WovenBand />
      <Vision />
      <Benefits plans={data.plans} />
      <Heritage />
      <Testimonials />
      <WovenBand />
    </>
  ),
  callToAction: (
    <>
      <CallToAction data={data} />
      <WovenBand />
    </>
  ),
  header: <PageHeader />,
  footer: <Footer data={data} base={path === APPLICATION_PATH ? '/' : ''} path={path} />,
});
