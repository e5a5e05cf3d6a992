import { create } from 'zustand'

/** Whether this tab is told of what changes elsewhere: then nothing needs to be asked for again and again. */
const useTold = create<{ isOpen: boolean; at: number }>(() => ({ isOpen: false, at: 0 }))

export function setTold(isOpen: boolean): void {
  useTold.setState({ isOpen })
}

/** Returns whether changes are told; for intervals, which ask each time. */
export function isTold(): boolean {
  return useTold.getState().isOpen
}

/** Notes that what is shown has just been read again, because somebody else changed it. */
export function noteTold(): void {
  useTold.setState({ at: Date.now() })
}

/** Returns when something was last read again because it was told of, in milliseconds; 0 for never. */
export function toldAt(): number {
  return useTold.getState().at
}
