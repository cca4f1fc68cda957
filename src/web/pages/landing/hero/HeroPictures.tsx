import { HERO } from '../../../features/content/texts/hero.rules.ts';
import type { Text } from '../../../shared/content.ts';
import { useContent } from '../../content.tsx';
import { Cloth } from '../../pictures/Cloth.tsx';
import { Drawing } from '../../pictures/Drawing.tsx';

/** The booklet on the cloth, and a card of the application that is not on any page. */
export function HeroPictures({ signatures }: { signatures: number }) {
  const say = useContent();
  return (
    <div className="pictures">
      <Cloth signatures={signatures} className="cloth" />
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
