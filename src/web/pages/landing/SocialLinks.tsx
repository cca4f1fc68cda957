import { SITE } from '../../../features/content/texts/site.rules.ts';
import { isHttps } from '../../../shared/content.ts';
import { useContent } from '../../content.tsx';
import { useWords } from '../../words.tsx';

/** Our own simple drawings: the companies' marks are theirs. */
const PLACES = [
  [
    SITE.social_facebook,
    'Facebook',
    'M14 21v-8h3l.5-4H14V7q0-1.5 1.5-1.5h2V2h-3Q10 2 10 6.5V9H7v4h3v8',
  ],
  [SITE.social_x, 'X', 'M4 3l16 18M20 3L4 21'],
  [SITE.social_instagram, 'Instagram', 'M3 3h18v18H3zM8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M17 6.5h.1'],
  [SITE.social_youtube, 'YouTube', 'M2 5h20v14H2zM10 9v6l5-3z'],
] as const;

/** Links to the campaign's own pages elsewhere: those that are set, and safe to follow. */
export function SocialLinks() {
  const t = useWords();
  const say = useContent();
  const places = PLACES.filter(([text]) => isHttps(say(text)));
  if (places.length === 0) return null;
  return (
    <ul className="flex gap-4" aria-label={t('The campaign on social media')}>
      {places.map(([text, name, drawing]) => (
        <li key={name}>
          <a className="btn" href={say(text)} rel="noreferrer me" aria-label={name}>
            <svg
              width="24"
              height="24"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden="true"
            >
              <path d={drawing} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
