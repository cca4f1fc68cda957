import type { ReactNode, Ref } from 'react';

/** The title of a page, on a strip of the cloth. */
export function PageTitle({
  id,
  ref,
  children,
}: {
  id?: string;
  /** Of the heading, which can take the focus. */
  ref?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <div className="page-title">
      <h1 id={id} ref={ref} tabIndex={-1}>
        {children}
      </h1>
    </div>
  );
}
