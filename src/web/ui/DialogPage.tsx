import { createContext, type ReactNode, useContext, useId } from 'react';
import { type DialogProps, drawBox, DrawDialogContext } from './Dialog.tsx';
import { PageTitle } from './PageTitle.tsx';

const AsideContext = createContext<ReactNode>(null);

const drawPage = (props: DialogProps): ReactNode => <DialogPage {...props} />;

interface AsPageProps {
  /** Beside the content, on a phone below it. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The dialog in it is the page, because its address was opened. */
export function AsPage({ aside, children }: AsPageProps) {
  return (
    <AsideContext value={aside}>
      <DrawDialogContext value={drawPage}>{children}</DrawDialogContext>
    </AsideContext>
  );
}

/** A page of its own with the title and the content of a dialog; its way out is the site's header. */
function DialogPage({ title, size = 'lg', children }: DialogProps) {
  const titleId = useId();
  const aside = useContext(AsideContext);
  return (
    <section data-dialog-page="" aria-labelledby={titleId}>
      <PageTitle id={titleId}>{title}</PageTitle>
      <div className={`part items-start py-8 ${aside ? 'lg:grid-cols-[2fr_1fr]' : ''}`}>
        <div className="dialog-page" data-size={size}>
          <DrawDialogContext value={drawBox}>{children}</DrawDialogContext>
        </div>
        {aside}
      </div>
    </section>
  );
}
