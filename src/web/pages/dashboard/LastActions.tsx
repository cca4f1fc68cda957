import { lazyPart } from '../../loading/lazyPart.tsx';
import { LazyPanel } from '../../loading/LazyPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useWords } from '../../words.tsx';
import { TabIcon } from './TabLabel.tsx';
import { useOpenHere } from './useOpenHere.ts';

const List = lazyPart(
  async () => (await import('../../../features/audit/undo/UndoList.tsx')).UndoList,
  'undo',
);

/** Opens the list of what the reader did last and can undo, over any page of the dashboard. */
export function LastActions() {
  const t = useWords();
  const [isOpen, setOpen] = useOpenHere();
  return (
    <>
      <Tooltip text={t('Your last actions')}>
        <Button variant="quiet" aria-label={t('Your last actions')} onClick={() => setOpen(true)}>
          <TabIcon path="M6 3L2.5 6.5L6 10M2.5 6.5H11a4.25 4.25 0 0 1 0 8.5H7" />
        </Button>
      </Tooltip>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Your last actions')} size="lg">
        <LazyPanel part={List} />
      </Dialog>
    </>
  );
}
