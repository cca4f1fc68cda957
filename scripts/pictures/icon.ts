import { PIGMENTS } from '../../src/web/pictures/cloth.ts';
import { wheel } from './wheel.ts';

/** Its side, in units of the wheel. */
const ICON = 216;

/**
 * The sign on a home screen. Platforms cut icons to circles and drops, so it keeps to the middle
 * four fifths (W3C, Web Application Manifest, "safe zone"). The browser's tab shows the weave of
 * favicon.svg instead: 54 spokes are nothing at 16 pixels.
 */
export const drawIcon = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-108 -108 ${ICON} ${ICON}" fill="none"><path fill="${PIGMENTS.indigo}" d="M-108-108h${ICON}v${ICON}H-108z"/>${wheel(0, 0)}</svg>`;
