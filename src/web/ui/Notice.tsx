import type { ReactNode } from 'react';
import { useWords } from '../words.tsx';

type NoticeProps = {
  /** note: always there; status: appears and is said politely; alert: said at once. */
  role?: 'note' | 'status' | 'alert';
  tone?: 'ochre' | 'leaf' | 'danger';
  children: ReactNode;
  className?: string;
};

/** Words set apart by a bar; a first heading or `<strong>` becomes its title. */
export function Notice({ role = 'note', tone = 'ochre', className = '', children }: NoticeProps) {
  return (
    <div
      role={role}
      className={['notice', tone === 'ochre' ? '' : `notice-${tone}`, className]
        .filter(Boolean)
        .join(' ')}
    >
      {children}
    </div>
  );
}

/** Says at once why something failed; nothing where it did not. */
export function ErrorNotice({ sentence }: { sentence: string | false | null | undefined }) {
  const t = useWords();
  return sentence ? (
    <Notice role="alert" tone="danger">
      <p>{t(sentence)}</p>
    </Notice>
  ) : null;
}
