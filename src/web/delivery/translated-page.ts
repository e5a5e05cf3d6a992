/** The element with which a translator replaced a text node. */
const standIns = new WeakMap<Node, Element>()
const taken = new WeakSet<Element>()

/** Undefined on the server, which renders pages too. */
const observer = typeof MutationObserver === 'undefined' ? undefined : new MutationObserver(noteReplaced)
let isGuarded = false

/**
 * Lets React work on a page that the browser translates. Translators replace text nodes with `<font>` elements, so React would remove, or
 * insert beside, what is no longer there, which throws (React issue 11538), or change a text that no one sees. Here a text goes back to its
 * place before React touches it, and the translator translates it again. `Node.prototype` is only changed once a text has been replaced.
 */
export function keepTranslatable(): void {
  observer?.observe(document, { childList: true, subtree: true })
}

function noteReplaced(records: MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => isFont(node) && !taken.has(node))
      if (!standIn) continue
      standIns.set(text, standIn as Element)
      taken.add(standIn as Element)
      if (!isGuarded) guard()
      isGuarded = true
    }
  }
}

function putBack(node: Node | null): void {
  if (!node || node.parentNode) return
  noteReplaced(observer?.takeRecords() ?? [])
  const standIn = standIns.get(node)
  if (standIn?.parentNode) standIn.parentNode.replaceChild(node, standIn)
  standIns.delete(node)
}

function guard(): void {
  const { insertBefore, removeChild, appendChild } = Node.prototype
  const { set: setValue, ...value } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}
  Object.assign(Node.prototype, {
    removeChild<T extends Node>(this: Node, child: T): T {
      putBack(child)
      // A translator also moves elements, to follow another word order.
      const parent = child.parentNode ?? this
      if (child.parentNode) removeChild.call(parent, child)
      return child
    },
    insertBefore<T extends Node>(this: Node, child: T, before: Node | null): T {
      putBack(child)
      putBack(before)
      let place = before
      while (place && place.parentNode !== this) place = place.parentNode
      return insertBefore.call(this, child, place) as T
    },
    appendChild<T extends Node>(this: Node, child: T): T {
      putBack(child)
      return appendChild.call(this, child) as T
    },
  })
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      putBack(this)
      setValue?.call(this, text)
    },
  })
}

function isFont(node: Node | null): node is Element {
  return node?.nodeName === 'FONT'
}
