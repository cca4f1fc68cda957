import { useLanguage } from '../words.tsx';
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
  const { src, width, height } = DRAWINGS[of];
  const own: Readonly<Record<string, string>> = src;
  return (
    <img
      src={own[useLanguage()] ?? src.en}
      alt={alt}
      width={width}
      height={height}
      className={className}
      loading={lazy ? 'lazy' : undefined}
    />
  );
}
