import { type ReactNode, useId } from 'react';
import { DialogBox, DialogFrameContext, type DialogProps } from './Dialog.tsx';
import { WovenBand } from './WovenBand.tsx';

/** The dialog in it is the page, because its address was opened. */
export function AsPage({ children }: { children: ReactNode }) {
  return <DialogFrameContext value={DialogPage}>{children}</DialogFrameContext>;
}

/** A page of its own with the title and the content of a dialog; its way out is the site's header. */
function DialogPage({ title, size = 'lg', children }: DialogProps) {
  const titleId = useId();
  return (
    <section data-dialog-page="" aria-labelledby={titleId}>
      <div className="mx-auto max-w-6xl px-5 py-8 md:py-14">
        <h1 id={titleId} tabIndex={-1}>
          {title}
        </h1>
      </div>
      <WovenBand />
      <div className="mx-auto max-w-6xl px-5 py-8 md:py-14">
        <div className="dialog-page" data-size={size}>
          <DialogFrameContext value={DialogBox}>{children}</DialogFrameContext>
        </div>
      </div>
    </section>
  );
}
