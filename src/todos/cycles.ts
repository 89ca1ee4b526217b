interface Node {
  readonly id: number
  readonly dependencies?: readonly number[] | undefined
}

/** Every todo that depends on itself, directly or over others, in the order of the list. Linear in todos and links. */
export function inCycles(todos: readonly Node[]): number[] {
  const links = new Map(todos.map(({ id, dependencies }) => [id, dependencies ?? []]))
  const members = new Set<number>()
  const order = new Map<number, number>()
  const low = new Map<number, number>()
  const waiting: number[] = []
  const isWaiting = new Set<number>()

  // Tarjan's components with a stack of our own: a chain of ten thousand would overflow the other one.
  for (const { id: start } of todos) {
    if (order.has(start)) continue
    const path: { readonly id: number; next: number }[] = []
    const enter = (id: number) => {
      order.set(id, order.size)
      low.set(id, order.size - 1)
      waiting.push(id)
      isWaiting.add(id)
      path.push({ id, next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { id } = top
      const target = links.get(id)?.[top.next]
      top.next += 1
      if (target !== undefined) {
        if (!links.has(target)) continue
        if (!order.has(target)) enter(target)
        else if (isWaiting.has(target)) lower(low, id, order.get(target))
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(low, parent.id, low.get(id))
      if (low.get(id) !== order.get(id)) continue
      const component = waiting.splice(waiting.lastIndexOf(id))
      for (const member of component) isWaiting.delete(member)
      if (component.length > 1 || links.get(id)?.includes(id)) for (const member of component) members.add(member)
    }
  }
  return todos.map(({ id }) => id).filter((id) => members.has(id))
}

function lower(low: Map<number, number>, id: number, value: number | undefined): void {
  low.set(id, Math.min(low.get(id) ?? 0, value ?? 0))
}
