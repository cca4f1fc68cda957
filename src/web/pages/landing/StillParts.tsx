import type { PageData } from '../../../shared/page.ts';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import type { StillParts } from './LandingPage.tsx';

/** The sections that the server alone draws, in the order of the page. */
export const stillParts = (data: PageData): StillParts => ({
  story: (
    <>
      <Hero data={data} />
      <WovenBand />
    </>
  ),
  callToAction: <WovenBand />,
  footer: <Footer data={data} base="" />,
});
