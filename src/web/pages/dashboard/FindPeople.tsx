import { useEffect, useEffectEvent } from 'react';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { LazyPanel } from '../../loading/LazyPanel.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useWords } from '../../words.tsx';
import { TabIcon } from './TabLabel.tsx';
import { useOpenHere } from './useOpenHere.ts';

const Search = lazyPart(
  async () => (await import('../../../features/people/PeopleSearch.tsx')).PeopleSearch,
  'overview',
);

/** Opens the search for people over any page of the dashboard: by its button, or with Ctrl or Command and K. */
export function FindPeople() {
  const t = useWords();
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
        <span>{t('Find people')}</span>
        <kbd aria-hidden="true">{t('Ctrl K')}</kbd>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Find people')} size="lg">
        <LazyPanel part={Search} />
      </Dialog>
    </>
  );
}
