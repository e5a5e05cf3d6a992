import { useRef, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'light'
export type ButtonSize = 'small' | 'medium' | 'large'
type Look = { variant?: ButtonVariant; size?: ButtonSize; className?: string | undefined; children: ReactNode }

const base =
  'inline-flex items-center justify-center gap-2 rounded-pill font-semibold no-underline text-center select-none transition-[background-color,color,border-color,translate] active:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-coral-deep text-paper hover:bg-coral-press disabled:bg-sand-deep disabled:text-ink-soft',
  secondary: 'border border-ink/30 bg-paper text-ink hover:border-ink hover:bg-sand disabled:border-line disabled:text-ink-soft',
  quiet: 'bg-transparent text-ink hover:bg-ink/8 disabled:text-ink-soft',
  danger: 'bg-danger text-paper hover:bg-danger-deep disabled:bg-sand-deep disabled:text-ink-soft',
  light: 'bg-paper text-ink hover:bg-cream',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-10 px-4 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-12 px-6 text-base',
  large: 'min-h-14 px-8 text-lg',
}

/** Button classes, for the rare control that is neither a button nor an internal link. */
export function buttonClass({ variant = 'primary', size = 'medium', className }: Omit<Look, 'children'> = {}): string {
  return classNames(base, variants[variant], sizes[size], className)
}

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'className' | 'children' | 'ref'> & { isBusy?: boolean }

/** While busy it is disabled and shows a spinner beside its label. */
export function Button({ variant, size, className, isBusy = false, disabled, type = 'button', children, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, isBusy)
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass({ ...look(variant, size), className })}
    >
      {isBusy && <span aria-hidden="true" className="size-4 animate-spin rounded-pill border-2 border-current border-t-transparent" />}
      <span className="contents">{children}</span>
    </button>
  )
}

export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: Look & Omit<ComponentProps<typeof Link>, 'className' | 'children'>) {
  return (
    <Link {...rest} className={buttonClass({ ...look(variant, size), className })}>
      {children}
    </Link>
  )
}

export function ButtonAnchor({ variant, size, className, children, ...rest }: Look & Omit<ComponentProps<'a'>, 'className' | 'children'>) {
  return (
    <a {...rest} className={buttonClass({ ...look(variant, size), className })}>
      {children}
    </a>
  )
}

function look(variant: ButtonVariant | undefined, size: ButtonSize | undefined) {
  return { ...(variant && { variant }), ...(size && { size }) }
}
