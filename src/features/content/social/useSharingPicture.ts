import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '../../../shared/language.ts';
import { pictureIn } from '../../../shared/picture.ts';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { useWords } from '../../../web/words.tsx';
import { CARD } from '../texts/card.rules.ts';
import { publishContent, withdrawContent } from '../publishing/content.contract.ts';
import { addPicture } from '../pictures/pictures.contract.ts';
import { CENTRE, type Focus } from '../pictures/pictures.rules.ts';
import { usePictureFile } from '../pictures/usePictureFile.ts';
import { findText, useContentTexts } from '../editing/useContentTexts.ts';

const { section, key } = CARD.picture;

const PUBLISHED = words('The sharing image is published.');
export const TAKEN_OFF = words('The built-in picture is back.');

/** The picture that is being chosen, with its focus and description; it begins with the description of the current one. */
function useChosenPicture(currentAlt: string) {
  const [focus, setFocus] = useState(CENTRE);
  const [alt, setAlt] = useState('');
  const [wasChosen, setWasChosen] = useState(false);
  const file = usePictureFile(() => {
    setWasChosen(true);
    setFocus(CENTRE);
    setAlt(currentAlt);
  });
  useUnsavedWarning(file.picture !== undefined);
  return { file, focus, setFocus, alt, setAlt, wasChosen };
}

const pageAgeMs = 1500;

/** The sharing image of a language: the one that is published, the one that is being chosen, and what changes them. */
export function useSharingPicture(language: Language) {
  const t = useWords();
  const client = useQueryClient();
  const { texts, refresh } = useContentTexts([language]);
  const place = { language, section, key };
  const published = texts && findText(texts, place).published;
  const current = published && pictureIn(published.value);

  const { file, focus, setFocus, alt, setAlt, wasChosen } = useChosenPicture(current?.alt ?? '');
  /** The picture that was just removed, so that it can be restored. */
  const [takenOff, setTakenOff] = useState<string>();

  async function changed(sentence: string) {
    toast({ title: t('Content Updated'), description: t(sentence) });
    await refresh();
    const readAgain = () => client.invalidateQueries({ queryKey: ['card', language] });
    await readAgain();
    // A page that is served may be a second old, and so may its card be.
    setTimeout(() => void readAgain(), pageAgeMs);
  }
  const publish = (value: string) =>
    call(publishContent, { body: { ...place, value, version: published?.version ?? 0 } });
  // Somebody else was faster: the current one is shown above, and nothing that was chosen is lost.
  const onError = (error: Error) =>
    error instanceof CallError && error.status === 409 ? void refresh() : undefined;
  const mutationKey = ['sharing-picture', language];
  /** A second press comes before any button says that the first is being done, and would overtake it. */
  function once(action: () => void) {
    if (client.isMutating({ mutationKey }) === 0) action();
  }

  const use = useMutation({
    mutationKey,
    mutationFn: async () => {
      if (!file.picture) throw new Error('No picture is chosen.');
      const { content } = file.picture;
      const sent = await call(addPicture, { body: { use: 'card', content, focus } });
      return publish(`${sent.file} ${alt.trim()}`);
    },
    onSuccess: async () => {
      setTakenOff(undefined);
      file.forget();
      await changed(PUBLISHED);
    },
    onError,
  });
  const takeOff = useMutation({
    mutationKey,
    mutationFn: async () => {
      if (!published) throw new Error('Nothing is published.');
      await call(withdrawContent, { params: { id: published.id } });
      return published.value;
    },
    onSuccess: async (value) => {
      setTakenOff(value);
      await changed(TAKEN_OFF);
    },
    onError,
  });
  const putBack = useMutation({
    mutationKey,
    mutationFn: publish,
    onSuccess: async () => {
      await changed(PUBLISHED);
      setTakenOff(undefined);
    },
    onError,
  });

  const failed = [use, takeOff, putBack].find(({ error }) => error)?.error;
  return {
    /** The one that an administrator has published, if any. */
    current,
    chosen: file.picture && { ...file.picture, focus, alt },
    /** A picture was chosen here before. */
    wasChosen,
    isOpening: file.isOpening,
    unusable: file.failure,
    choose: (chosen: File) => {
      use.reset();
      file.choose(chosen);
    },
    forget: file.forget,
    setFocus: (to: Focus) => setFocus(to),
    setAlt,
    use: () => once(() => use.mutate()),
    /** Also while the texts are read again after a change: a press before that is over would be dropped by `once`. */
    isChanging: useIsMutating({ mutationKey }) > 0,
    takeOff: () => once(() => takeOff.mutate()),
    /** Undoes the last taking off; absent where there is none. */
    putBack: takenOff === undefined ? undefined : () => once(() => putBack.mutate(takenOff)),
    failure: failed
      ? sentenceOf(failed, words('The sharing image could not be changed.'))
      : undefined,
  };
}

export type SharingPicture = ReturnType<typeof useSharingPicture>;
