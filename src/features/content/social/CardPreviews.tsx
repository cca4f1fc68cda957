import type { ReactNode } from 'react';
import type { Language } from '../../../shared/language.ts';
import { useWords } from '../../../web/words.tsx';
import { CENTRE, type Focus } from '../pictures/pictures.rules.ts';
import type { Card } from './useCard.ts';

/** A card as it is, or as it would be with a picture that is only chosen yet. */
type ShownCard = Card & { focus?: Focus };

interface CardPreviewsProps {
  language: Language;
  card: ShownCard;
  /** What is written beside a shared link; empty when nothing is. */
  text: string;
}

/** How a link to the campaign looks elsewhere, by what every such place has in common. */
export function CardPreviews({ language, card, text }: CardPreviewsProps) {
  const t = useWords();
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Preview language={language} caption={t('As a large card, such as on Facebook and X')}>
        <p dir="auto" className="mb-3 [overflow-wrap:anywhere]">
          {text}
        </p>
        <div className="edged border-rule bg-raised">
          <Picture card={card} />
          <div className="grid gap-1 px-4 py-3">
            <Host url={card.url} />
            <Title>{card.title}</Title>
            <p dir="auto" className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
              {card.description}
            </p>
          </div>
        </div>
      </Preview>
      <Preview language={language} caption={t('In a chat, such as WhatsApp and Signal')}>
        <div className="max-w-[22rem] border-s-[6px] border-leaf bg-raised p-3">
          <div className="grid grid-cols-[min(4.5rem,30%)_minmax(0,1fr)] gap-3">
            <Picture card={card} isSmall />
            <div className="grid content-start gap-1">
              <Title>{card.title}</Title>
              <p dir="auto" className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
                {card.description}
              </p>
              <Host url={card.url} />
            </div>
          </div>
          <p dir="auto" className="mt-3 [overflow-wrap:anywhere]">
            {text} <span className="underline">{card.url}</span>
          </p>
        </div>
      </Preview>
    </div>
  );
}

interface PreviewProps {
  language: Language;
  caption: string;
  children: ReactNode;
}

function Preview({ language, caption, children }: PreviewProps) {
  return (
    <figure className="grid content-start gap-3">
      <figcaption className="bold">{caption}</figcaption>
      <div lang={language} className="edged border-line bg-paper p-4">
        {children}
      </div>
    </figure>
  );
}

const Title = ({ children }: { children: string }) => (
  <p dir="auto" className="bold [overflow-wrap:anywhere]">
    {children}
  </p>
);

const Host = ({ url }: { url: string }) => (
  <p className="hint [overflow-wrap:anywhere]">{URL.parse(url)?.host ?? url}</p>
);

/** Beside its own text a picture says nothing more. A small one shows the middle of the large one. */
function Picture({ card, isSmall = false }: { card: ShownCard; isSmall?: boolean }) {
  const { x, y } = card.focus ?? CENTRE;
  const image = (
    <img
      src={card.imageHere}
      alt=""
      width={1200}
      height={630}
      style={{ objectPosition: `${x}% ${y}%` }}
      className={`aspect-[1200/630] object-cover ${isSmall ? 'h-full w-auto max-w-none' : 'h-auto w-full'}`}
    />
  );
  if (!isSmall) return image;
  return (
    <div className="grid aspect-square w-full grid-rows-[100%] justify-center overflow-hidden">
      {image}
    </div>
  );
}
