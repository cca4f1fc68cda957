import { HERO } from '../../../features/content/hero.rules.ts';
import { useContent } from '../../content.tsx';
import { Cloth } from '../../pictures/Cloth.tsx';
import { Drawing } from '../../pictures/Drawing.tsx';

/** The booklet on the cloth, and a card of the house that does not stand anywhere. */
export function HeroPictures({ signatures }: { signatures: number }) {
  const say = useContent();
  return (
    <div className="pictures">
      <Cloth signatures={signatures} className="cloth" />
      <figure>
        {/* Lazy although it is in sight: React would fetch it before the page is painted. */}
        <Drawing of="booklet" lazy alt={say(HERO.passport_alt)} />
        <figcaption className="hint">{say(HERO.passport_caption_1)}</figcaption>
      </figure>
      <figure>
        <Drawing of="headquarters" lazy alt={say(HERO.headquarters_alt)} />
        <figcaption className="hint">{say(HERO.passport_caption_2)}</figcaption>
      </figure>
    </div>
  );
}
