import { HERO } from '../../../../features/content/texts/hero.rules.ts';
import type { Text } from '../../../../shared/content.ts';
import { useContent } from '../../../content.tsx';
import { Drawing } from '../../../pictures/Drawing.tsx';

/** The booklet, and the headquarters on a card: on the title's cloth on a wide screen, else below the actions. */
export function HeroPictures() {
  const say = useContent();
  return (
    <div className="pictures">
      <figure>
        {/* Lazy although it is in sight: React would fetch it before the page is painted. */}
        <Drawing of="booklet" lazy alt={say(HERO.passport_alt)} />
        <Caption text={HERO.passport_caption_1} />
      </figure>
      <figure>
        <Drawing of="headquarters" lazy alt={say(HERO.headquarters_alt)} />
        <Caption text={HERO.passport_caption_2} />
      </figure>
    </div>
  );
}

function Caption({ text }: { text: Text }) {
  const said = useContent()(text);
  return said ? <figcaption className="hint">{said}</figcaption> : null;
}
