import type { ReactNode, Ref } from 'react';
import './DataTable.css';

interface ListHeadingProps {
  ref?: Ref<HTMLHeadingElement>;
  id?: string;
  title: ReactNode;
  /** What is known of all of it, in the same line. */
  figures?: ReactNode;
  /** Buttons at the end of the line. */
  children?: ReactNode;
}

/** What a list is, its figures and what can be done with all of it: one line, so that the rows come soon. */
export function ListHeading({ ref, id, title, figures, children }: ListHeadingProps) {
  return (
    <header className="list-heading">
      <h2 id={id} ref={ref} tabIndex={-1}>
        {title}
      </h2>
      {figures}
      {children ? <div>{children}</div> : null}
    </header>
  );
}
