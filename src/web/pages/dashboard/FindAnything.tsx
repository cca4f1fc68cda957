import { useEffect, useEffectEvent } from 'react';
import type { PeopleSearchProps } from '../../../features/people/PeopleSearch.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { LazyPanel } from '../../loading/LazyPanel.tsx';
import { useCan } from '../../permissions.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useWords } from '../../words.tsx';
import { TabIcon } from './TabLabel.tsx';
import { useOpenHere } from './useOpenHere.ts';

const Search = lazyPart<PeopleSearchProps>(
  async () => (await import('../../../features/people/PeopleSearch.tsx')).PeopleSearch,
  'overview',
);
const Texts = lazyPart<{ search: string }>(
  async () => (await import('../../../features/content/lists/FoundTexts.tsx')).FoundTexts,
  'content',
);

/**
 * Opens the search over any page of the dashboard, by its button, or with Ctrl or Command and K: for people, and for
 * the texts of the pages where one may change them.
 */
export function FindAnything() {
  const t = useWords();
  const changesTexts = useCan()('content:write');
  const [isOpen, setOpen] = useOpenHere();

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    if (document.querySelector('dialog:modal')) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <button
        type="button"
        className="find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <TabIcon path="M7.5 13a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM12 12l4 4" />
        <span>{t('Find anything')}</span>
        <kbd aria-hidden="true">{t('Ctrl K')}</kbd>
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        // What was chosen may have taken it already.
        returnFocus={() => document.activeElement}
        title={t('Find anything')}
        size="lg"
      >
        <LazyPanel
          part={Search}
          props={
            changesTexts
              ? {
                  others: {
                    label: t('Search people and texts'),
                    hint: t('By name, email address or reference; texts by what they say'),
                    found: (search) => <LazyPanel part={Texts} props={{ search }} />,
                  },
                }
              : {}
          }
        />
      </Dialog>
    </>
  );
}
