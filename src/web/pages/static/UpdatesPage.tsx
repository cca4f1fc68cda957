import { UPDATES } from '../../../features/content/texts/updates.rules.ts';
import { narrowOf, pictureAddress, pictureIn } from '../../../shared/picture.ts';
import { useContent } from '../../content.tsx';
import { EmptyState } from '../../lists/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Paragraphs } from './Paragraphs.tsx';

const ITEMS = ([1, 2, 3, 4, 5, 6] as const).map((number) => ({
  title: UPDATES[`item${number}_title` as const],
  date: UPDATES[`item${number}_date` as const],
  text: UPDATES[`item${number}_text` as const],
  picture: UPDATES[`item${number}_picture` as const],
}));

/** The news of the campaign; says so when there is none yet. */
export function UpdatesPage() {
  const say = useContent();
  const items = ITEMS.filter(
    ({ title, text, picture }) => say(title) || say(text) || pictureIn(say(picture)),
  );
  return (
    <>
      <PageTitle>{say(UPDATES.title)}</PageTitle>
      <div className="inset grid gap-6 py-8 [overflow-wrap:anywhere] md:py-14">
        <Paragraphs text={say(UPDATES.intro)} />
        {items.length === 0 ? (
          <EmptyState title={say(UPDATES.empty_title)}>{say(UPDATES.empty_text)}</EmptyState>
        ) : (
          <ol className="knots">
            {items.map(({ title, date, text, picture }) => (
              <li key={title.key} className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {say(date) ? <p className="hint">{say(date)}</p> : null}
                {say(title) ? <h2 className="text-2xl">{say(title)}</h2> : null}
                <Paragraphs text={say(text)} />
                <UpdatePicture text={say(picture)} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

/** Fetched when the reader comes near it; its place is kept free meanwhile. */
function UpdatePicture({ text }: { text: string }) {
  const picture = pictureIn(text);
  if (!picture) return null;
  const { file, width, height, alt } = picture;
  const copies = [narrowOf(picture), picture].flatMap((one) =>
    one ? [`${pictureAddress(one.file)} ${one.width}w`] : [],
  );
  return (
    <img
      src={pictureAddress(file)}
      srcSet={copies.join(', ')}
      sizes="(min-width: 42rem) 40rem, 90vw"
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      className="h-auto max-w-[min(100%,40rem)]"
    />
  );
}
