import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/Icon.tsx';

/** The words of a button, of which a phone draws the icon alone: the rows of the list are what it has place for. */
export const Shrunk = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <span className="shrunk">
    <Icon name={icon} />
    <span>{children}</span>
  </span>
);
