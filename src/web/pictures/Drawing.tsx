import { DRAWINGS } from './drawings.ts';

interface DrawingProps {
  of: keyof typeof DRAWINGS;
  alt: string;
  /** Below the first screen: fetched when the reader comes near. */
  lazy?: boolean;
  className?: string;
}

/** A drawing in a place of fixed proportions: nothing moves when it comes, or does not. */
export function Drawing({ of, alt, lazy, className }: DrawingProps) {
  const loading = lazy ? 'lazy' : undefined;
  return (
    <img {...DRAWINGS[of]} alt={alt} className={className} loading={loading} decoding="async" />
  );
}
