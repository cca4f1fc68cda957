import type { ReactNode } from 'react';
import type { Language } from '../../../shared/language.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useWords } from '../../../web/words.tsx';
import { CardPreviews } from './CardPreviews.tsx';
import { SharedText } from './SharedText.tsx';
import { SharingImage } from './SharingImage.tsx';
import { useCard } from './useCard.ts';
import { useSharedTexts } from './useSharedTexts.ts';
import { useSharingPicture } from './useSharingPicture.ts';

/** What a link to the campaign shows in a language: the picture, the cards, and the texts they are made of. */
export function SharedPage({ language }: { language: Language }) {
  const t = useWords();
  const card = useCard(language);
  const texts = useSharedTexts(language);
  const picture = useSharingPicture(language);
  const error = card.error ?? texts.error;

  function retry() {
    if (card.error) void card.refetch();
    texts.refetch();
  }
  if (error)
    return (
      <LoadError
        query={{ error, isFetching: card.isFetching, refetch: retry }}
        fallback={t('The sharing preview could not be loaded.')}
      />
    );
  if (!card.data || !texts.shared) return <Loading>{t('Loading the sharing preview...')}</Loading>;
  const { name, description, text } = texts.shared;
  const { chosen } = picture;
  const shown = chosen
    ? { ...card.data, imageHere: chosen.address, focus: chosen.focus }
    : card.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Part title={t('Sharing image')}>
        <SharingImage language={language} card={card.data} picture={picture} />
      </Part>
      <Part title={t('Preview of the cards')}>
        <CardPreviews language={language} card={shown} text={text.value} />
      </Part>
      <Part title={t('Site info')}>
        <div className="grid gap-4">
          <SharedText label={t('Site name')} value={name.value} lang={language} place={name} />
          <SharedText
            label={t('Site description')}
            value={description.value}
            lang={language}
            place={description}
          >
            {card.data.description === description.value ? null : (
              <>
                {t('After the description, the page always says what the kit is and is not:')}{' '}
                <q lang={language}>{behind(description.value, card.data.description)}</q>
              </>
            )}
          </SharedText>
          <SharedText label={t('Sharing text')} value={text.value} lang={language} place={text} />
          <SharedText label={t('Address of the page')} value={card.data.url} />
        </div>
      </Part>
    </div>
  );
}

/** What the page adds to a text. */
const behind = (text: string, whole: string) =>
  whole.startsWith(text) ? whole.slice(text.length).trim() : whole;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-[1.5rem]">{title}</h2>
      {children}
    </section>
  );
}
