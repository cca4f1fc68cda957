import type { ReactNode } from 'react';
import { linkTo } from '../../../web/address.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { contentAddress } from '../editing/useContentAddress.ts';
import type { Place } from '../editing/useContentTexts.ts';

interface SharedTextProps {
  label: string;
  value: string;
  /** Of the value, where it is words. */
  lang?: string;
  /** Where it is changed; absent where nobody changes it. */
  place?: Place;
  /** What belongs to the value beside it. */
  children?: ReactNode;
}

/** A text or an address to copy, and the way to where it is written. */
export function SharedText({ label, value, lang, place, children }: SharedTextProps) {
  const t = useWords();
  const name = <span className="sr-only">{label}</span>;

  const failed = () =>
    toast({
      title: t('Copy Failed'),
      description: t('Please select the text and copy it by hand.'),
      variant: 'destructive',
    });

  return (
    <div className="grid gap-2 edged-b border-rule pb-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-6">
      <dl>
        <dt className="hint">{label}</dt>
        <dd lang={value ? lang : undefined} dir="auto" className="[overflow-wrap:anywhere]">
          {value || t('This text is hidden.')}
        </dd>
        {children ? <dd className="hint">{children}</dd> : null}
      </dl>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {value ? (
          <CopyButton text={value} onFailed={failed}>
            {t('Copy')} {name}
          </CopyButton>
        ) : null}
        {place ? (
          <Button variant="quiet" className="px-0" {...linkTo(contentAddress(place))}>
            {t('Change in Content')} {name}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
