import { type ReactNode, useId } from 'react';

interface SecuritySectionProps {
  title: string;
  children: ReactNode;
}

/** One thing that guards the account, under its name. */
export function SecuritySection({ title, children }: SecuritySectionProps) {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 edged-t border-rule pt-6"
      aria-labelledby={id}
    >
      <h3 id={id} className="text-[1.25rem]">
        {title}
      </h3>
      {children}
    </section>
  );
}
