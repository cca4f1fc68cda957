import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type Look = { variant?: 'primary' | 'secondary' | 'quiet' | 'danger'; children: ReactNode };

/** `pendingLabel` is what the button says while `pending`, such as "Sending...". */
type ButtonProps = Look &
  ComponentProps<'button'> & { href?: undefined; pending?: boolean; pendingLabel?: string };

type LinkProps = Look & ComponentProps<'a'> & { href: string };

const classOf = (variant: Look['variant'] = 'secondary', extra = '') =>
  `btn ${variant === 'secondary' ? '' : `btn-${variant}`} ${extra}`.replace(/ +/g, ' ').trim();

/** An action of the screen, or a link that looks like one when it has an `href`. */
export function Button(props: ButtonProps | LinkProps) {
  if (props.href !== undefined) {
    const { variant, className, children, ...link } = props;
    return (
      <a {...link} className={classOf(variant, className)}>
        {children}
      </a>
    );
  }
  return <PlainButton {...props} />;
}

function PlainButton(props: ButtonProps) {
  const { variant, className, pending = false, pendingLabel, children, onClick, ...button } = props;

  // aria-disabled instead of disabled: the focus stays, so the new label is read out.
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    pending ? event.preventDefault() : onClick?.(event);

  return (
    <button
      type="button"
      {...button}
      className={classOf(variant, className)}
      aria-disabled={pending || button.disabled || button['aria-disabled'] || undefined}
      onClick={press}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <span className="btn-label">
          <span aria-hidden={pending || undefined}>{children}</span>
          <span aria-hidden={!pending || undefined}>{pendingLabel}</span>
        </span>
      )}
    </button>
  );
}
