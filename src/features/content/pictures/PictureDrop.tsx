import { FileDrop } from '../../../web/forms/FileDrop.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { useWords } from '../../../web/words.tsx';

interface PictureDropProps {
  /** Another one is shown already. */
  isReplacing: boolean;
  /** Somebody was busy with a picture here a moment ago: with the keyboard they go on here. */
  takesFocus?: boolean;
  /** What is being done with the last one, as a sentence; absent while nothing is. */
  doing: string | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}

/** Where a picture is chosen: by a button, or by dropping it. */
export function PictureDrop({ isReplacing, takesFocus, doing, error, onFile }: PictureDropProps) {
  const t = useWords();
  return (
    <FileDrop
      label={t('Picture file')}
      accept="image/jpeg,image/png,image/webp"
      button={isReplacing ? t('Choose another picture...') : t('Choose a picture...')}
      hint={t('Or drop it here: JPEG, PNG or WebP. Hidden data, such as the location, is removed.')}
      isBusy={doing !== undefined}
      takesFocus={takesFocus}
      error={error}
      onFile={onFile}
    >
      {doing === undefined ? null : <Loading>{doing}</Loading>}
    </FileDrop>
  );
}
