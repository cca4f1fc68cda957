import type { Text } from '../../../shared/content.ts';
import { pictureAddress, pictureIn } from '../../../shared/picture.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';

interface PictureOrWordsProps {
  text: Pick<Text, 'section' | 'key'>;
  value: string;
}

/** What a text puts into its page, to look at: its words, or a small picture with what it shows. */
export function PictureOrWords({ text, value }: PictureOrWordsProps) {
  const picture = pictureUse(text) && pictureIn(value);
  if (!picture) return value;
  const { file, width, height, alt } = picture;
  return (
    <>
      <img
        src={pictureAddress(file)}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        className="h-auto max-h-24 w-auto max-w-full"
      />{' '}
      {alt}
    </>
  );
}
