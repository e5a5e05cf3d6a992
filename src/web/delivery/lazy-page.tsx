import { isValidElement, lazy, type ComponentType, type ReactNode } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Returns a page that is loaded when it is first needed, taken from its module by name, and that Back finds where it was left. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return loadable(async () => {
    const [{ KeptPlace }, module] = await Promise.all([import('./kept-place.tsx'), load()])
    const Page: ComponentType = module[name]
    return {
      default: () => (
        <KeptPlace>
          <Page />
        </KeptPlace>
      ),
    }
  })
}

/** Returns the same for a page that makes calls through TanStack Query. */
export function callingPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadCalling = async () => {
    const [{ WithQueries }, module] = await Promise.all([import('#web/lib/with-queries.tsx'), load()])
    const Page: ComponentType = module[name]
    const CallingPage = () => (
      <WithQueries>
        <Page />
      </WithQueries>
    )
    return { CallingPage }
  }
  return page(loadCalling, 'CallingPage')
}

/** Fetches the script of the page that an element shows, if it is one of the above. */
export async function loadPage(element: ReactNode): Promise<void> {
  if (isValidElement(element) && typeof element.type !== 'string' && 'load' in element.type) await (element.type.load as Load)()
}

function loadable(load: Load) {
  let loading: ReturnType<Load> | undefined
  // The same promise for all: a page that was loaded in advance is shown at once, without a skeleton.
  const once = () => (loading ??= load().catch(forget))
  const forget = (error: unknown) => {
    loading = undefined
    throw error
  }
  return Object.assign(lazy(once), { load: once })
}
