import { Component, type ReactNode } from 'react'
import { logProblem } from '#web/lib/log.ts'

type Props = { fallback: ReactNode; /** Changing it retries. */ resetKey: unknown; children: ReactNode }
type State = { hasFailed: boolean; resetKey: unknown }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { hasFailed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown): void {
    logProblem('A page failed', error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
