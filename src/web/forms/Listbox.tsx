import { useEffect, useRef } from 'react';
import { useWords } from '../words.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { Option, OptionGroup } from './options.tsx';

type ListboxProps = {
  /** Of the combobox; the list is `id-list`, an option `id-value`. */
  id: string;
  isOpen: boolean;
  groups: readonly OptionGroup[];
  chosen: string;
  active: string | undefined;
  onChoose: (option: Option) => void;
};

/** The choices under a combobox; the focus stays in its text field. */
export function Listbox({ id, isOpen, groups, chosen, active, onChoose }: ListboxProps) {
  const t = useWords();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const row = list.current?.querySelector('[data-active], [aria-selected=true]');
    (row ?? list.current)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);

  const options = (group: OptionGroup) =>
    group.options.map((option) => (
      // Its keys are heard by the text field.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={option.value}
        id={`${id}-${option.value}`}
        role="option"
        tabIndex={-1}
        aria-selected={option.value === chosen}
        data-active={option.value === active || undefined}
        onClick={() => onChoose(option)}
      >
        {option.mark ? (
          <span>
            {option.label} {option.mark}
          </span>
        ) : (
          option.label
        )}
        {option.value === chosen ? <Icon name="check" /> : null}
      </div>
    ));

  return (
    // A press must not take the focus out of the text field.
    <div
      role="presentation"
      className="listbox"
      hidden={!isOpen}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={`${id}-list`} role="listbox" aria-label={t('Choices')} ref={list}>
        {groups.map((group) =>
          group.label === '' ? (
            options(group)
          ) : (
            <div key={group.label} role="group" aria-label={group.label}>
              <p className="hint" aria-hidden="true">
                {group.label}
              </p>
              {options(group)}
            </div>
          ),
        )}
      </div>
      {groups.length === 0 ? <p>{t('Nothing found')}</p> : null}
    </div>
  );
}
