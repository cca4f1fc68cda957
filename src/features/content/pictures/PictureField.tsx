import { useMutation } from '@tanstack/react-query';
import { longestAlt, pictureAddress, pictureIn, type PictureUse } from '../../../shared/picture.ts';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { useWords } from '../../../web/words.tsx';
import { PictureDrop } from './PictureDrop.tsx';
import { addPicture } from './pictures.contract.ts';
import { type ChosenPicture, usePictureFile } from './usePictureFile.ts';

interface PictureFieldProps {
  use: PictureUse;
  /** The name of a file and what it shows; not whole yet while somebody is at it. */
  value: string;
  /** Of the words. */
  lang: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A picture of a page with what it shows in words: uploaded as soon as it is chosen, shown once it is published. */
export function PictureField({ use, value, lang, error, onChange }: PictureFieldProps) {
  const t = useWords();
  const { file, alt } = partsOf(value);
  const upload = useMutation({
    mutationFn: ({ content }: ChosenPicture) => call(addPicture, { body: { use, content } }),
    onSuccess: (sent) => onChange(`${sent.file} ${alt}`),
  });
  const opened = usePictureFile((picture) => upload.mutate(picture));
  const doing = opened.isOpening
    ? t('Opening the picture...')
    : upload.isPending
      ? t('Sending the picture...')
      : undefined;
  const failure =
    opened.failure ??
    (upload.error && sentenceOf(upload.error, words('The picture could not be sent.')));
  const shown = pictureIn(`${file} .`);
  return (
    <div className="grid gap-4">
      {shown ? (
        <img
          src={pictureAddress(file)}
          alt={alt}
          width={shown.width}
          height={shown.height}
          className="h-auto max-h-80 w-auto max-w-full edged border-line"
        />
      ) : null}
      <PictureDrop
        isReplacing={shown !== undefined}
        doing={doing}
        error={failure ? t(failure) : undefined}
        onFile={opened.choose}
      />
      <Field
        label={t('What the picture shows')}
        hint={t('For people who cannot see it: one sentence, without “picture of”.')}
        error={error && t(error)}
      >
        <TextArea
          name="value"
          rows={2}
          lang={lang}
          dir="auto"
          maxLength={longestAlt}
          value={alt}
          onChange={({ target }) => onChange(`${file} ${target.value}`)}
        />
      </Field>
    </div>
  );
}

/** A value that is not whole yet may have only one of the two. */
function partsOf(value: string): { file: string; alt: string } {
  const end = value.indexOf(' ');
  const [file, alt] = end < 0 ? [value, ''] : [value.slice(0, end), value.slice(end + 1)];
  return file === '' || pictureIn(`${file} .`) ? { file, alt } : { file: '', alt: '' };
}
