const paths = {
  check: 'M3 9l4 4 8-9',
  close: 'M4 4l10 10M14 4L4 14',
  copy: 'M6 6V2h10v10h-4M2 6h10v10H2z',
  instagram: 'M2 2h14v14H2zM6 9a3 3 0 1 0 6 0 3 3 0 1 0-6 0M13 5h.1',
  chevron: 'M4 7l5 5 5-5',
  up: 'M9 15V4M4 8l5-5 5 5',
  down: 'M9 3v11M4 10l5 5 5-5',
  download: 'M9 2v10M4.5 8L9 12.5 13.5 8M2.5 16h13',
  back: 'M8 4L3 9l5 5M3 9h13',
  plus: 'M9 3v12M3 9h12',
  refresh: 'M15 9a6 6 0 1 1-2-4.5M15 2v4h-4',
  warning: 'M9 2l8 14H1zM9 7v4M9 13v1',
};

export type IconName = keyof typeof paths;

/** A drawing in the colour of its text; the words beside it carry the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d={paths[name]} />
    </svg>
  );
}
