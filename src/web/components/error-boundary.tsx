import { Component, type ReactNode } from 'react'
import { logProblem } from '#web/lib/log.ts'

declare global {
  interface Window {
    /** From boot.ts; the development server does not have it. */
    reloadIfUpgraded?: () => Promise<boolean>
  }
}

type Props = { fallback: ReactNode; /** Changing it retries. */ resetKey: unknown; children: ReactNode }
type State = { hasFailed: boolean; isMended: boolean; resetKey: unknown }

/** After the first error an outdated page is reloaded, any other is rendered once more. After the second error the fallback is shown. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, isMended: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { hasFailed: false, isMended: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown): void {
    logProblem('A page failed', error)
    if (!this.state.isMended) void this.#mend()
  }

  override render(): ReactNode {
    const { hasFailed, isMended } = this.state
    const { fallback, children } = this.props
    return hasFailed ? isMended && fallback : children
  }

  async #mend(): Promise<void> {
    const isReloading = await window.reloadIfUpgraded?.()
    if (!isReloading) this.setState({ hasFailed: false, isMended: true })
  }
}
