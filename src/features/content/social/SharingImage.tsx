import type { Language } from '../../../shared/language.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { ErrorNotice, Notice } from '../../../web/ui/Notice.tsx';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useWords } from '../../../web/words.tsx';
import { CARD } from '../texts/card.rules.ts';
import { PictureDrop } from '../pictures/PictureDrop.tsx';
import { SharedText } from './SharedText.tsx';
import { SharingImageForm } from './SharingImageForm.tsx';
import type { Card } from './useCard.ts';
import { type SharingPicture, TAKEN_OFF } from './useSharingPicture.ts';

interface SharingImageProps {
  language: Language;
  card: Card;
  picture: SharingPicture;
}

/** As wide as a card needs to be judged. */
const wide = 'h-auto w-full max-w-[37.5rem] edged border-line';

/** The picture that is shown with a shared link, and how to give it another one. */
export function SharingImage({ language, card, picture }: SharingImageProps) {
  const t = useWords();
  const { current, chosen } = picture;
  return (
    <>
      {chosen ? (
        <>
          <img
            src={chosen.address}
            alt={t('Your picture as the card crops it')}
            width={1200}
            height={630}
            style={{ objectPosition: `${chosen.focus.x}% ${chosen.focus.y}%` }}
            className={`aspect-[1200/630] object-cover ${wide}`}
          />
          <SharingImageForm language={language} chosen={chosen} picture={picture} />
        </>
      ) : (
        <CurrentImage card={card} picture={picture} />
      )}
      <ErrorNotice sentence={picture.failure} />
      {current ? (
        <SharedText
          label={t('What the picture shows')}
          value={current.alt}
          lang={language}
          place={{ language, section: CARD.picture.section, key: CARD.picture.key }}
        />
      ) : null}
      <SharedText label={t('Address of the image')} value={card.image} />
    </>
  );
}

/** The picture that everybody gets now. */
function CurrentImage({ card, picture }: Omit<SharingImageProps, 'language'>) {
  const t = useWords();
  const { current } = picture;
  const place = useRestoreFocus(current !== undefined);
  return (
    <>
      <img
        src={card.imageHere}
        alt={t('The sharing image in this language')}
        width={1200}
        height={630}
        className={wide}
      />
      <p className="hint">
        {t('Recommended size: 1200x630 pixels.')}{' '}
        {current ? '' : t('This is the built-in picture.')}
      </p>
      <PictureDrop
        isReplacing={current !== undefined}
        takesFocus={picture.wasChosen}
        doing={picture.isOpening ? t('Opening the picture...') : undefined}
        error={picture.unusable ? t(picture.unusable) : undefined}
        onFile={picture.choose}
      />
      <div ref={place}>
        {current ? <TakeOff picture={picture} /> : <PutBack picture={picture} />}
      </div>
    </>
  );
}

/** After the picture was taken off: one step back. */
function PutBack({ picture }: Pick<SharingImageProps, 'picture'>) {
  const t = useWords();
  return picture.putBack ? (
    <Notice role="status" tone="leaf">
      <p>{t(TAKEN_OFF)}</p>
      <Button pending={picture.isChanging} pendingLabel={t('Saving...')} onClick={picture.putBack}>
        {t('Undo')}
      </Button>
    </Notice>
  ) : null;
}

function TakeOff({ picture }: Pick<SharingImageProps, 'picture'>) {
  const t = useWords();
  const confirm = useConfirm();
  async function ask() {
    const isSure = await confirm({
      title: t('Restore the built-in picture?'),
      text: (
        <p>{t('Anyone who shares the campaign from now on will show the built-in picture.')}</p>
      ),
      confirmLabel: t('Remove'),
      danger: true,
    });
    if (isSure) picture.takeOff();
  }
  return (
    <div className="actions">
      <Button
        variant="danger"
        pending={picture.isChanging}
        pendingLabel={t('Saving...')}
        onClick={() => void ask()}
      >
        {t('Remove picture')}
      </Button>
    </div>
  );
}
