import { DeclarationText } from '../../../features/declaration/DeclarationText.tsx';
import type { PageData } from '../../../shared/page.ts';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { Benefits } from './Benefits.tsx';
import { CallToAction } from './CallToAction.tsx';
import { Footer } from './Footer.tsx';
import { Heritage } from './Heritage.tsx';
import { Hero } from './hero/Hero.tsx';
import type { StaticParts } from './LandingPage.tsx';
import { Ratification } from './ratification/Ratification.tsx';
import { Testimonials } from './Testimonials.tsx';
import { Vision } from './Vision.tsx';

/** The sections of the start page that the server alone draws, in its order. */
export const startPageParts = (data: PageData): StaticParts => ({
  main: (
    <>
      <Hero data={data} />
      <WovenBand />
      <Ratification />
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
  declaration: <DeclarationText />,
  footer: <Footer data={data} path="/" />,
});
