import { createContext, useContext } from 'react';
import { words } from '../../../shared/words.ts';

/** Said beside what was done to the last row. */
export const LAST_ONE = words('That was the last one in this list.');

export interface Panel {
  /**
   * The row is dealt with: opens the next one, or closes the panel after the last. Answers false when it was the last.
   */
  advance: () => boolean;
}

export const PanelContext = createContext<Panel | undefined>(undefined);

/** The panel that shows the row; undefined where the row is shown on a page of its own. */
export const usePanel = () => useContext(PanelContext);
