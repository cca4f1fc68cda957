import { useState } from 'react';
import { LANGUAGE_NAMES } from '../../../shared/language.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { useWords } from '../../../web/words.tsx';
import { currentValue, nameOf, type Place } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { ChangedWords } from '../history/ChangedWords.tsx';
import { usePublish } from '../panel/usePublish.ts';
import { wholeName } from '../texts/text-names.rules.ts';

interface ChangesProps {
  editing: Editing;
  onChoose: (text: Place) => void;
}

/** All drafts of the site, what each changes, and the button that publishes them together. */
export function Changes({ editing, onChoose }: ChangesProps) {
  const t = useWords();
  const { writing } = editing;
  const [isOpen, setOpen] = useState(false);
  const { publish } = usePublish(editing);
  const drafts = [...editing.texts.values()].flat().filter(({ draft }) => draft);

  async function publishAll() {
    if (await publish.run(drafts.map(writing.written))) setOpen(false);
  }

  if (drafts.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t('Review {count, plural, one {# change} other {# changes}}...', { count: drafts.length })}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        size="3xl"
        title={t('Not published yet')}
      >
        <ul className="grid gap-4">
          {drafts.map((text) => (
            <li key={nameOf(text)} className="grid gap-1">
              <p className="flex max-w-none flex-wrap items-center justify-between gap-2">
                <b>{`${wholeName(text, t)} (${LANGUAGE_NAMES[text.language]})`}</b>
                <Button
                  variant="quiet"
                  onClick={() => {
                    setOpen(false);
                    onChoose(text);
                  }}
                >
                  {t('Open')}
                </Button>
              </p>
              <p lang={text.language} dir="auto" className="earlier">
                <ChangedWords
                  text={text}
                  before={currentValue(text)}
                  after={writing.written(text).value}
                />
              </p>
            </li>
          ))}
        </ul>
        <div className="actions">
          <Button
            variant="primary"
            pending={publish.isPending}
            pendingLabel={t('Saving...')}
            onClick={() => void publishAll()}
          >
            {t('Publish {count, plural, one {# change} other {# changes}}', {
              count: drafts.length,
            })}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
