import { useState, type ComponentProps } from 'react'
import { TextField } from '#web/components/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'inputMode' | 'autoComplete'> & {
  /** Whether a recovery code is accepted in place of the app's. */
  hasRecovery?: boolean
}

/** The field for a second-factor code. Phones show a numeric keyboard, or letters for a recovery code. */
export function CodeField({ hasRecovery = true, ...props }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div>
      <TextField
        {...props}
        {...(isRecovery
          ? { label: 'Recovery code', hint: '16 letters and digits. You can use each code once.', inputMode: 'text', autoComplete: 'off' }
          : {
              label: 'Code',
              hint: 'The 6-digit code from your authenticator app.',
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
            })}
        required
        autoCapitalize="none"
        spellCheck={false}
        className="[&_input]:font-semibold [&_input]:tracking-[0.12em]"
      />
      {hasRecovery && (
        <button
          type="button"
          className="text-link mt-1 inline-flex min-h-11 items-center text-sm"
          disabled={props.disabled}
          onClick={() => setIsRecovery(!isRecovery)}
        >
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      )}
    </div>
  )
}
