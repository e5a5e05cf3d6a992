import { isValidElement, lazy, type ComponentType, type ReactNode } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Returns a named export as a lazily loaded page with scroll restoration. */
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

/** Like `page`, for pages that make calls through TanStack Query. */
export function callingPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadCalling = async () => {
    const [{ WithQueries }, module] = await Promise.all([import('#web/lib/query-client.tsx'), load()])
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

/** Preloads the script of an element created by one of the functions above. */
export async function loadPage(element: ReactNode): Promise<void> {
  if (isValidElement(element) && typeof element.type !== 'string' && 'load' in element.type) await (element.type.load as Load)()
}

function loadable(load: Load) {
  let loading: ReturnType<Load> | undefined
  // One promise for all callers: a preloaded page renders at once, without a skeleton.
  const once = () => (loading ??= load().catch(forget))
  const forget = (error: unknown) => {
    loading = undefined
    throw error
  }
  return Object.assign(lazy(once), { load: once })
}
