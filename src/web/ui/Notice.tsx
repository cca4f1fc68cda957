import type { ReactNode } from 'react';

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
