import { CLOTH, PIGMENTS, type Strand, WARP, weftOf } from './cloth.ts';

interface ClothProps {
  signatures: number;
  className?: string;
}

/**
 * The cloth of 54 threads, woven as far as the signatures go. It fills its place from the top,
 * where the weaving is and where a page is seen first. A picture of the counter beside it, so readers hear nothing twice.
 */
export function Cloth({ signatures, className = '' }: ClothProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${CLOTH.width} ${CLOTH.height}`}
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <Weave signatures={signatures} />
    </svg>
  );
}

/** Warp and weft alone, for a picture that has more to show. */
export function Weave({ signatures }: { signatures: number }) {
  return (
    <>
      <Strands of={WARP} width={CLOTH.height} />
      <Strands of={weftOf(signatures)} width={CLOTH.weft} className="woven" />
    </>
  );
}

interface StrandsProps {
  of: readonly Strand[];
  width: number;
  className?: string;
}

/** Threads of one thickness. */
export function Strands({ of, width, className }: StrandsProps) {
  return (
    <g strokeWidth={width} className={className}>
      {of.map(({ pigment, path, dashes }) => (
        <path key={path} stroke={PIGMENTS[pigment]} strokeDasharray={dashes} d={path} />
      ))}
    </g>
  );
}
