import { type ReactNode, useState } from 'react';
import { useContentAddress } from '../editing/useContentAddress.ts';
import type { Place } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { TextPanel } from '../panel/TextPanel.tsx';

interface ListAndPanelProps {
  editing: Editing;
  /** Of the list. */
  path: string;
  children: (choose: (text: Place) => void) => ReactNode;
}

/** A list of texts, and beside it the one that is open. */
export function ListAndPanel({ editing, path, children }: ListAndPanelProps) {
  const { place, open } = useContentAddress(path);
  const [count, setCount] = useState(0);
  const isOpen = place.section !== '' && place.key !== '';
  function choose({ section, key }: Place) {
    editing.writing.leave();
    open({ language: place.language, section, key });
    setCount(count + 1);
  }
  return (
    <div className={isOpen ? 'page-and-panel' : ''}>
      {children(choose)}
      {isOpen ? (
        <aside className="page-side" data-open="">
          <TextPanel
            key={`${count} ${place.section} ${place.key}`}
            place={place}
            editing={editing}
            onClose={() => open({ ...place, section: '', key: '' })}
          />
        </aside>
      ) : null}
    </div>
  );
}
