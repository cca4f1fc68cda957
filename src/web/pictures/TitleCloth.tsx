import { CLOTH, PIGMENTS, TITLE_BANDS, TITLE_HEIGHT, TITLE_WARP } from './cloth.ts';
import { Strands } from './Cloth.tsx';

/** The 54 threads behind the title; each of its three lines lies on a band that passes over and under them. */
export function TitleCloth() {
  return (
    <svg
      viewBox={`0 0 ${CLOTH.width} ${TITLE_HEIGHT}`}
      preserveAspectRatio="none"
      fill="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <rect width="100%" height="100%" fill={PIGMENTS.indigo} />
      <Strands of={TITLE_WARP} width={TITLE_HEIGHT} />
      <Strands of={TITLE_BANDS.strands} width={TITLE_BANDS.width} />
    </svg>
  );
}
