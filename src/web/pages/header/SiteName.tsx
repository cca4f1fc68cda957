import { SITE } from '../../../features/content/texts/site.rules.ts';
import { useContent } from '../../content.tsx';
import { Wordmark } from '../../pictures/Wordmark.tsx';

/** The wordmark, with the name for whoever hears it, or the name that administrators have given the site. */
export function SiteName() {
  const name = useContent()(SITE.name);
  if (name !== SITE.name.fallback) return name;
  return (
    <>
      <Wordmark />
      <span className="sr-only">{name}</span>
    </>
  );
}
