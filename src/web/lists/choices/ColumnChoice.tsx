import { useState } from 'react';
import type { ColumnChoices } from './columnChoice.ts';
import { useWords } from '../../words.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

interface ColumnChoiceProps<Row> {
  choice: ColumnChoices<Row>;
}

/** Chooses the columns of a list and their order; a phone shows the first of them. */
export function ColumnChoice<Row>({ choice }: ColumnChoiceProps<Row>) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const { ids, others } = choice;
  // Those that are shown in their order, then the rest.
  const inOrder = [
    ...ids.flatMap((id) => others.filter((column) => column.id === id)),
    ...others.filter(({ id }) => !ids.includes(id)),
  ];
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Columns...')}</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Columns')}>
        <p className="hint">{t('What the list shows, in this order. Saved for you only.')}</p>
        <ul className="grid edged-t border-rule">
          {inOrder.map(({ id, header }) => {
            const place = ids.indexOf(id);
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 edged-b border-rule py-1"
              >
                <Checkbox label={header} checked={place >= 0} onChange={() => choice.toggle(id)} />
                <span className="flex gap-2">
                  <Tooltip text={t('Move {column} up', { column: header })}>
                    <Button
                      aria-label={t('Move {column} up', { column: header })}
                      disabled={place <= 0}
                      onClick={() => choice.move(id, -1)}
                    >
                      <Icon name="up" />
                    </Button>
                  </Tooltip>
                  <Tooltip text={t('Move {column} down', { column: header })}>
                    <Button
                      aria-label={t('Move {column} down', { column: header })}
                      disabled={place < 0 || place === ids.length - 1}
                      onClick={() => choice.move(id, 1)}
                    >
                      <Icon name="down" />
                    </Button>
                  </Tooltip>
                </span>
              </li>
            );
          })}
        </ul>
        <div className="actions">
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('Close')}
          </Button>
          <Button disabled={choice.isUsual} onClick={choice.reset}>
            {t('Reset columns')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
