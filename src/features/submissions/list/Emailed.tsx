import { Icon } from '../../../web/ui/Icon.tsx';
import { Mark } from '../../../web/ui/Tooltip.tsx';
import { useWords } from '../../../web/words.tsx';

/** A name, with a green tick where a mail has reached the address (specification §2). */
export function Emailed({ name, hasMail }: { name: string; hasMail: boolean }) {
  const t = useWords();
  return (
    <span className="break-words">
      {name}
      {hasMail ? (
        <Mark
          isInControl
          className="ms-1.5 inline-block align-[-0.15em] text-success"
          text={t('Has received an email')}
        >
          <Icon name="check" />
        </Mark>
      ) : null}
    </span>
  );
}
