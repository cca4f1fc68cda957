import { CLOTH, PIGMENTS, TITLE_BANDS, TITLE_HEIGHT, TITLE_WARP } from './cloth.ts';
import { Strands } from './Cloth.tsx';

/** The 54 threads behind a title; each of its lines, three at most, lies on a band that passes over and under them. */
export function TitleCloth({ lines = 3 }: { lines?: number }) {
  const above = (3 - lines) * TITLE_BANDS.distance;
  return (
    <svg
      viewBox={`0 ${above} ${CLOTH.width} ${TITLE_HEIGHT - above}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <rect width="100%" height={TITLE_HEIGHT} fill={PIGMENTS.indigo} />
      <Strands of={TITLE_WARP} width={TITLE_HEIGHT} />
      <Strands of={TITLE_BANDS.strands.slice(-lines)} width={TITLE_BANDS.width} />
    </svg>
  );
}
