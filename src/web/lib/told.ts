import { create } from 'zustand'

/** Whether this tab receives change notifications, so that nothing needs polling. */
const useTold = create<{ isOpen: boolean; at: number }>(() => ({ isOpen: false, at: 0 }))

export function setTold(isOpen: boolean): void {
  useTold.setState({ isOpen })
}

/** A function rather than a hook, for polling intervals, which check each time. */
export function isTold(): boolean {
  return useTold.getState().isOpen
}

export function noteTold(): void {
  useTold.setState({ at: Date.now() })
}

export function toldAt(): number {
  return useTold.getState().at
}
