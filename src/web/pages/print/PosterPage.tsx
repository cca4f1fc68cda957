import { HERO } from '../../../features/content/texts/hero.rules.ts';
import { SHORT_NOTICE } from '../../../shared/notice.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { Cloth } from '../../pictures/Cloth.tsx';
import { TitleCloth } from '../../pictures/TitleCloth.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useWords } from '../../words.tsx';
import { PrintFrame, typedAddress } from './PrintFrame.tsx';

/** A poster that leads to the declaration. Its cloth is woven as far as people have signed. */
export function PosterPage({ data: { publicUrl, signatures } }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  const lines = [HERO.title_line1, HERO.title_line2, HERO.title_line3];
  return (
    <PrintFrame name="poster">
      <h1 className="title">
        <TitleCloth />
        {lines.map((line, index) => (
          // The space parts the lines for whoever hears them.
          <span key={line.key}>{`${index > 0 ? ' ' : ''}${say(line)}`}</span>
        ))}
      </h1>
      <p className="poster-aim">{say(HERO.description)}</p>
      <div className="poster-code">
        <div>
          <QrCode
            text={`${publicUrl}/sign?utm_source=poster`}
            label={t('QR code to sign online')}
          />
        </div>
        <p className="poster-sign display">{t('Sign the Unity Declaration')}</p>
        <p className="poster-address">{typedAddress(publicUrl)}</p>
      </div>
      <Cloth signatures={signatures} className="cloth-strip" />
      <p className="poster-notice">{t(SHORT_NOTICE)}</p>
    </PrintFrame>
  );
}
